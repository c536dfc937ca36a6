// `npm run screenshots`: an image of every page and state, wide and narrow, light and dark, into `screenshots/`.
// `npm run screenshots -- NAME…` takes only the states whose names hold one of the words.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { type PageState, STATES } from '@/e2e/states';
import { ensureBrowser } from '@/lib/commands/setup/browser.mjs';
import { ensureBuild } from '@/lib/commands/setup/prepare.mjs';
import { freePort } from '@/lib/testing/servers/free-port';

const OUT = 'screenshots';
const SIZES = [
  { name: 'wide', width: 1280, height: 900 },
  { name: 'narrow', width: 390, height: 844 },
];
/** A full page of a long list is cut here. */
const MOST_HEIGHT = 3200;

await ensureBuild();
const { positionals: wanted } = parseArgs({ allowPositionals: true });
const port = await freePort();
const origin = `http://localhost:${port}`;
const states = STATES.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
const dataDir = mkdtempSync(join(tmpdir(), 'satchel-shots-'));
const server = spawn(process.execPath, ['dist/server.js'], {
  stdio: 'ignore',
  env: {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_SECOND: '0',
    EVM_CHAINS: '1,56,111,137,8453',
    // Nothing leaves the machine: every chain's endpoint refuses.
    EVM_RPC_URL_1: 'http://127.0.0.1:9',
    EVM_RPC_URL_56: 'http://127.0.0.1:9',
    EVM_RPC_URL_137: 'http://127.0.0.1:9',
    EVM_RPC_URL_8453: 'http://127.0.0.1:9',
    SOLANA_RPC_URL_101: 'http://127.0.0.1:9',
  },
});

try {
  await untilUp(`${origin}/health`);
  const executablePath = ensureBrowser();
  const browser = await chromium.launch({
    ...(executablePath === '' ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  mkdirSync(OUT, { recursive: true });
  for (const theme of ['light', 'dark'] as const)
    for (const size of SIZES) {
      for (const state of states) {
        const context = await browser.newContext({
          baseURL: origin,
          viewport: size,
          colorScheme: theme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        try {
          await open(page, state);
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.screenshot({
            path: join(OUT, `${state.name}-${size.name}-${theme}.png`),
            fullPage: true,
            clip: {
              x: 0,
              y: 0,
              width: size.width,
              height: Math.min(Math.max(height, size.height), MOST_HEIGHT),
            },
          });
        } catch (error) {
          console.error(`${state.name}, ${size.name}, ${theme}: ${String(error).split('\n')[0]}`);
          process.exitCode = 1;
        } finally {
          await context.close();
        }
      }
    }
  await browser.close();
  console.log(`${states.length * SIZES.length * 2} images in ${OUT}/`);
} finally {
  server.kill();
  rmSync(dataDir, { recursive: true, force: true });
}

async function open(page: import('@playwright/test').Page, state: PageState): Promise<void> {
  await state.before?.(page);
  await page.goto(state.path);
  await state.after?.(page);
  await page.waitForTimeout(400);
}

async function untilUp(url: string): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not come up');
}
