import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
// Under `next start`, relative paths in variables are relative to the project (`projectRoot`).
process.env.SATCHEL_ROOT ??= root;

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  experimental: {
    // Next keeps up to 10 MB of each body for its proxy; our bodies are at most this long.
    proxyClientMaxBodySize: 256 * 1024,
  },
  // Disables `/_next/image`, which would decode untrusted images in this process and keep them on its disk.
  images: { unoptimized: true },
  reactStrictMode: true,
  // Both roots are set, because a stray lock file in a parent folder would otherwise change them.
  turbopack: {
    root,
    resolveAlias: {
      '@solana-mobile/wallet-adapter-mobile': './components/wallet/no-mobile-adapter.ts',
    },
  },
  outputFileTracingRoot: root,
  serverExternalPackages: [
    'tiny-secp256k1',
    '@photostructure/sqlite',
    'sharp',
    'postgres',
    'ioredis',
    'pino',
    'prom-client',
    'undici',
  ],
  // Clients drop a POST body or their credentials on a redirect, so both forms of a path are answered.
  skipTrailingSlashRedirect: true,
  // The icon contains a style that makes its colours follow the theme; the server's strict default policy would
  // block it.
  headers: async () => [
    {
      source: '/icon.svg',
      headers: [
        {
          key: 'Content-Security-Policy',
          value: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        },
      ],
    },
  ],
  // `npm test` checks types separately, so a start does not wait for the check.
  typescript: { ignoreBuildErrors: true },
};

export default config;
