import localFont from 'next/font/local';

/**
 * Self-hosted, from the npm packages of IBM Plex (SIL Open Font License): no page asks a font host. A page keeps the
 * font that it began with, so that nothing moves: asked for early, it is mostly this one.
 */
export const sans = localFont({
  variable: '--font-sans',
  display: 'optional',
  preload: true,
  src: [
    {
      path: '../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2',
      weight: '400',
      style: 'normal',
    },
    {
      path: '../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-500-normal.woff2',
      weight: '500',
      style: 'normal',
    },
  ],
});

export const mono = localFont({
  variable: '--font-mono',
  // The browser's own monospace is as wide, so nothing moves when this one comes; the stand-in of Next is of Arial.
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  src: [
    {
      path: '../node_modules/@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2',
      weight: '400',
      style: 'normal',
    },
  ],
});
