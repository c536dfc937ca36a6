import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // A first paint that waits for no second answer; the sheet is 7 kB, and named by its hash in the policy.
  experimental: { inlineCss: true },
  reactStrictMode: true,
  // Both are set because a stray lock file in a parent folder would otherwise move the root.
  turbopack: { root },
  outputFileTracingRoot: root,
  serverExternalPackages: ['libsql', 'sharp', 'postgres', 'ioredis', 'pino', 'prom-client', 'undici'],
  // Clients drop a POST body or its credentials on a redirect: both forms of a path are answered.
  skipTrailingSlashRedirect: true,
  // Types are a check of their own in `npm test`; a start need not wait for it.
  typescript: { ignoreBuildErrors: true },
};

export default config;
