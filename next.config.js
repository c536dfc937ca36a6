import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // The API process compresses what it forwards.
  compress: false,
  experimental: {
    // Next keeps up to 10 MB of each body for the proxy; ours are no longer than this.
    proxyClientMaxBodySize: 256 * 1024,
  },
  // No `/_next/image`: it would decode untrusted pictures in this process, and keep them on its disk.
  images: { unoptimized: true },
  reactStrictMode: true,
  // Both are set because a stray lock file in a parent folder would otherwise move the root.
  turbopack: { root },
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
  // Clients drop a POST body or its credentials on a redirect: both forms of a path are answered.
  skipTrailingSlashRedirect: true,
  // The paths of programs and operators (`routes.ts`) have one route handler.
  rewrites: async () => ({
    beforeFiles: [
      '/solana',
      '/solana/rpc',
      '/solana/:chainId(\\d+)',
      '/evm-chain',
      '/mcp',
      '/health',
      '/ready',
      '/metrics',
      '/openrpc.json',
      '/client.js',
      '/client.d.ts',
      '/client.tgz',
      '/llms.txt',
    ].map((source) => ({ source, destination: '/endpoints' })),
  }),
  // The icon's colours follow the theme by a style of its own, which the server's strict default would not let it have.
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
  // Types are a check of their own in `npm test`; a start need not wait for it.
  typescript: { ignoreBuildErrors: true },
};

export default config;
