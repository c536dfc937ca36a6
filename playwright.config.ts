import { defineConfig } from '@playwright/test';
import { DATA_DIR, HOST_PORT, LIMITED_PORT, NODE_PORT, PORT } from './e2e/run-settings';
import { BROWSER_ARGS } from './lib/commands/setup/test-tools.mjs';

const executablePath = process.env.SATCHEL_BROWSER;

/** Tests that mostly wait for timeouts of nodes. They run first, while the unit tests keep the processor busy. */
const WAITING = /(failing-nodes|rate-limited-node)\.spec\.ts/;

export default defineConfig({
  testDir: 'e2e',
  outputDir: `test-results/${PORT}`,
  workers: 2,
  fullyParallel: true,
  // Timeouts only end hanging tests; they are long, because a busy machine is slow.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  forbidOnly: Boolean(process.env.CI),
  projects: [
    { name: 'waiting', testMatch: WAITING },
    { name: 'pages', testIgnore: WAITING },
  ],
  use: {
    baseURL: `http://localhost:${PORT}`,
    // Recording takes an eighth of the processor time; `npm run e2e -- --trace on` enables it.
    trace: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...BROWSER_ARGS,
        // Pages live too briefly for compiled code and parallel garbage collection, and local traffic is too light for
        // separate processes. Together the flags save a tenth of the browser's CPU time.
        '--js-flags=--no-opt,--no-maglev,--no-sparkplug,--single-threaded-gc',
        '--in-process-gpu',
        '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
      ],
    },
  },
  webServer: [
    {
      command: 'tsx e2e/untrusted-host.ts',
      url: `http://127.0.0.1:${HOST_PORT}/0.json`,
      timeout: 300_000,
      reuseExistingServer: false,
    },
    {
      command: 'node lib/commands/start.mjs',
      url: `http://localhost:${PORT}/health`,
      timeout: 300_000,
      reuseExistingServer: false,
      env: {
        PORT: String(PORT),
        DATA_DIR,
        PROJECT_ID: 'e2e-project',
        PROJECT_SERVER_KEY: 'e2e-server-key-that-no-page-may-show',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_PER_SECOND: '100000',
        // Long enough even on a busy machine.
        REQUEST_DEADLINE_MS: '120000',
        // The sample network, a chain without an endpoint and a chain that refuses connections: nothing leaves the
        // machine.
        BITCOIN_ESPLORA_URL: 'off',
        BITCOIN_ESPLORA_URL_TESTNET: 'off',
        BITCOIN_ESPLORA_URL_SIGNET: 'off',
        EVM_CHAINS: '1,111',
        EVM_RPC_URL_1: 'http://127.0.0.1:9',
        SOLANA_RPC_URL_101: 'http://127.0.0.1:9',
        SOLANA_RPC_URL_102: `http://127.0.0.1:${NODE_PORT}`,
        SOLANA_RPC_URL_103: `http://127.0.0.1:${LIMITED_PORT}`,
        METADATA_ALLOW_HOSTS: `127.0.0.1:${HOST_PORT}`,
      },
    },
  ],
});
