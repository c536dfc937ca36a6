import type { MetadataRoute } from 'next';

/** Name and icons of the dashboard when it is installed as an app (W3C Web Application Manifest). */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: 'Satchel',
    short_name: 'Satchel',
    description: 'What a Solana account holds, and which smart accounts belong to a Bitcoin key.',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#faf9f6',
    theme_color: '#faf9f6',
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    ],
  };
}
