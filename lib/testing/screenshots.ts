// `npm run screenshots`: writes images of every page and state to `screenshots/`, at four widths, in light, dark,
// forced colors and print. `npm run screenshots -- NAME… --size 320 --look dark` writes only states whose names
// contain one of the given words, in these sizes and looks. Options can be repeated.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import type { PageState } from '@/e2e/account-states';
import { openState, STATES } from '@/e2e/states';
import { ensureBuild } from '@/lib/commands/setup/prepare.mjs';
import { ensureBrowser } from '@/lib/commands/setup/test-tools.mjs';
import { startService } from '@/lib/testing/servers/processes';

const OUT = 'screenshots';
const SIZES = [
  { name: '320', width: 320, height: 690 },
  { name: '390', width: 390, height: 844 },
  { name: '1280', width: 1280, height: 900 },
  { name: '1920', width: 1920, height: 1080 },
] as const;
/** A4 at 96 dpi with margins of one centimeter. */
const PAPER = { name: 'paper', width: 718, height: 1000 } as const;
const LOOKS: Record<string, BrowserContextOptions> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
  print: { colorScheme: 'dark' },
};

type Shot = { state: PageState; size: (typeof SIZES)[number] | typeof PAPER; look: string };

await ensureBuild();
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', multiple: true }, look: { type: 'string', multiple: true } },
});
const isWanted = (among: readonly string[] | undefined, name: string) => among?.includes(name) ?? true;
const shots: Shot[] = STATES.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
).flatMap((state) =>
  Object.keys(LOOKS)
    .filter((look) => isWanted(values.look, look))
    .flatMap((look) =>
      (look === 'print' ? [PAPER] : SIZES.filter(({ name }) => isWanted(values.size, name))).map((size) => ({
        state,
        size,
        look,
      })),
    ),
);

const refusing = 'http://127.0.0.1:9';
const service = await startService({
  DASHBOARD: 'on',
  RATE_LIMIT_PER_SECOND: '0',
  EVM_CHAINS: '1,56,111,137,8453',
  // All endpoints refuse connections, so that no request leaves the machine.
  EVM_RPC_URL_1: refusing,
  EVM_RPC_URL_56: refusing,
  EVM_RPC_URL_137: refusing,
  EVM_RPC_URL_8453: refusing,
  SOLANA_RPC_URL_101: refusing,
});

try {
  const executablePath = ensureBrowser();
  const browser = await chromium.launch({
    ...(executablePath === '' ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  mkdirSync(OUT, { recursive: true });
  for (const shot of shots) await take(browser, shot);
  await browser.close();
  console.log(`${shots.length} images in ${OUT}/`);
} finally {
  await service.stop();
}

async function take(browser: Browser, { state, size, look }: Shot): Promise<void> {
  const context = await browser.newContext({
    baseURL: `http://localhost:${service.port}`,
    viewport: size,
    reducedMotion: 'reduce',
    ...LOOKS[look],
  });
  const page = await context.newPage();
  try {
    await open(page, state);
    if (look === 'print') await print(page);
    const bars = await page.locator('.status-bar').count();
    await fitWindow(page, size);
    await page.waitForTimeout(400);
    // If the status bar has disappeared, the window is too tall, because the page no longer reserves space for the bar.
    if (bars !== (await page.locator('.status-bar').count())) await page.setViewportSize(size);
    // The second call includes content that has loaded during the wait.
    await fitWindow(page, size);
    await page.screenshot({ path: join(OUT, `${state.name}-${size.name}-${look}.png`) });
  } catch (error) {
    console.error(`${state.name}, ${size.name}, ${look}: ${String(error).split('\n')[0]}`);
    process.exitCode = 1;
  } finally {
    await context.close();
  }
}

/**
 * Makes the window as tall as the page. With `fullPage`, Playwright would shrink the window to 1 × 1 for a moment,
 * and some screenshots would have the narrow layout. Some gaps grow with the window, so the page is measured again.
 */
async function fitWindow(page: Page, { width, height: least }: Shot['size']): Promise<void> {
  let height: number = least;
  for (let tries = 0; tries < 4; tries++) {
    const needed = await page.evaluate(() => document.documentElement.scrollHeight);
    if (needed <= height) return;
    // Long lists are cut off at 3,200 px.
    height = Math.min(needed, 3_200);
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(100);
  }
}

async function open(page: Page, state: PageState): Promise<void> {
  await openState(page, state.name);
  // Waits for streamed lists. The timeout is ignored, because some states never become idle.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  const bar = page.locator('.status-bar');
  await bar.waitFor({ state: 'detached', timeout: 2_000 }).catch(() => undefined);
  await page.waitForTimeout(400);
}

/** Switches the page to its print layout, without page breaks. */
async function print(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.waitForTimeout(400);
}
