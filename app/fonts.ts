import localFont from 'next/font/local';

/**
 * Self-hosted from the npm packages of IBM Plex (SIL Open Font License). With the display value `optional`, fonts are
 * never swapped after the first render, which avoids layout shifts. Preloaded fonts usually arrive before that render.
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
  // Swapping causes no layout shift, because `Mono Fallback` and other monospace fonts have the same width or less.
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
