import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const TESTS = ['lib/**/*.test.ts', 'components/**/*.test.tsx', 'app/**/*.test.ts'];
/** Long runs that measure, kill or attack processes; `npm run test:stress`. */
const STRESS = ['lib/testing/stress/**/*.test.ts', 'lib/testing/trust/**/*.test.ts'];
/** Tests in Firefox and WebKit; `npm run test:browsers`. */
const BROWSERS = ['lib/testing/browsers/*.test.ts'];
/** Tests of the image and the stack; `npm run test:containers`. */
const CONTAINERS = ['lib/testing/containers/*.test.ts'];
/** Tests that replace modules or built-in functions, or measure their own process. */
const ISOLATED = [
  'lib/json/measure-json.test.ts',
  'lib/server/roles.test.ts',
  'lib/solana/address/program-address.test.ts',
  'lib/ttl-cache.test.ts',
];

export default defineConfig({
  resolve: {
    alias: { '@': root.replace(/\/$/, ''), 'server-only': `${root}node_modules/server-only/empty.js` },
  },
  test: {
    globalSetup: ['lib/testing/build-server.ts'],
    reporters: ['default', './lib/testing/skipped-tests-reporter.mjs'],
    maxWorkers: 3,
    // The timeout only ends hanging tests: no test may depend on how busy the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      // Files in one process share their modules, because half of the processor time of small tests is spent on
      // imports.
      {
        extends: true,
        test: {
          name: 'shared',
          include: TESTS,
          exclude: [...ISOLATED, ...STRESS, ...BROWSERS, ...CONTAINERS],
          isolate: false,
          setupFiles: ['lib/testing/unchanged-globals.ts'],
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
      {
        extends: true,
        test: {
          name: 'stress',
          include: STRESS,
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      { extends: true, test: { name: 'browsers', include: BROWSERS, hookTimeout: 600_000 } },
      {
        extends: true,
        test: {
          name: 'containers',
          include: CONTAINERS,
          testTimeout: 600_000,
          // The first run builds the base images.
          hookTimeout: 1_800_000,
        },
      },
    ],
  },
});
