import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  resolve: {
    alias: { '@': root.replace(/\/$/, ''), 'server-only': `${root}node_modules/server-only/empty.js` },
  },
  test: {
    globalSetup: ['lib/testing/build-server.ts'],
    include: ['lib/**/*.test.ts', 'components/**/*.test.tsx', 'app/**/*.test.ts'],
    maxWorkers: 2,
    // Against hangs alone: no test may depend on how busy the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
