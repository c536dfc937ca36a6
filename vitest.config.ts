import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const TESTS = ['lib/**/*.test.ts', 'components/**/*.test.tsx', 'app/**/*.test.ts'];
/** They replace modules or built-in functions, or measure their own process. */
const ISOLATED = [
  'lib/commands/import.test.ts',
  'lib/json/measure-json.test.ts',
  'lib/server/roles.test.ts',
  'lib/solana/address/program-address.test.ts',
  'lib/testing/trust/**/*.test.ts',
  'lib/ttl-cache.test.ts',
];

export default defineConfig({
  resolve: {
    alias: { '@': root.replace(/\/$/, ''), 'server-only': `${root}node_modules/server-only/empty.js` },
  },
  test: {
    globalSetup: ['lib/testing/build-server.ts'],
    maxWorkers: 2,
    // Only against hangs: no test may depend on how busy the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      // Files of one process share their modules: half of the processor time of small tests is importing.
      {
        extends: true,
        test: {
          name: 'shared',
          include: TESTS,
          exclude: ISOLATED,
          isolate: false,
          setupFiles: ['lib/testing/unchanged-globals.ts'],
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
    ],
  },
});
