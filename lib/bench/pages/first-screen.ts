// `npm run bench:screen`: measures how soon a browser shows all images on screen for a wallet of 10,000 NFTs whose
// documents take 250 ms each, after opening the page and after a jump, and how soon the page reports a failing node.
// Reports medians of cold starts.
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { benchRow } from '@/lib/bench/bench-row';
import { BROWSER_ARGS, ensureBrowser } from '@/lib/commands/setup/test-tools.mjs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type NodeFault, testNode } from '@/lib/testing/nodes/test-node';
import { median, startService } from '@/lib/testing/servers/processes';
import { staticHost } from '@/lib/testing/servers/static-host';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';

const RUNS = 5;
const NFTS = 10_000;
const DOCUMENT_MS = 250;
const SCREEN_MS = 2_000;
const NAMED_MS = 3_000;
/** Target of the jump, as a fraction of the list. */
const JUMP_TO = 0.9;

const owners = Array.from({ length: RUNS }, (_, run) => addressOf(`screen ${run}`));
const picture = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#27a' } })
  .png()
  .toBuffer();
const host = await staticHost((path, response) => {
  if (path.endsWith('.png'))
    return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  const document = JSON.stringify({ name: path, image: `${host.origin}${path}.png` });
  setTimeout(
    () => response.writeHead(200, { 'content-type': 'application/json' }).end(document),
    DOCUMENT_MS,
  );
});
const accounts: SnapshotAccount[] = owners.flatMap((owner) =>
  nftWallet(owner, NFTS, (index) => `${host.origin}/${owner}/${index}`),
);
const node = await testNode(sampleNode(snapshotOf(1, accounts)));
const service = await startService({
  DASHBOARD: 'on',
  SOLANA_RPC_URL_102: node.url,
  METADATA_ALLOW_HOSTS: host.host,
});
const executablePath = ensureBrowser();
const browser = await chromium.launch({
  ...(executablePath === '' ? {} : { executablePath }),
  args: BROWSER_ARGS,
});

/**
 * Runs in the page: waits until every card on screen has its image.
 * @returns ms since `since`
 */
async function pictures(since: number): Promise<number> {
  const isWhole = () => {
    const cards = [...document.querySelectorAll('[data-card]')].filter((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    return (
      cards.length > 0 &&
      cards.every((card) => {
        const image = card.querySelector('img');
        return image?.complete && image.naturalWidth > 0;
      })
    );
  };
  while (!isWhole()) await new Promise((resolve) => setTimeout(resolve, 10));
  return Math.round(performance.now() - since);
}

async function fresh(path: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  // tsx inserts calls to its helper `__name`, which pages do not define.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.goto(`${service.base}${path}`, { waitUntil: 'commit' });
  return page;
}

/** Returns timings of a page, in ms since its navigation. */
const steps = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const stream = resources.find(({ name }) => name.includes('/api/holdings/'));
    const shown = resources.filter(({ name }) => name.includes('/picture/'));
    return {
      html: Math.round(navigation?.responseStart ?? 0),
      htmlEnd: Math.round(navigation?.responseEnd ?? 0),
      stream: Math.round(stream?.startTime ?? 0),
      pictures: Math.round(shown[0]?.startTime ?? 0),
    };
  });

const first: number[] = [];
const jumps: number[] = [];
try {
  // Warm up: the first page loads the server's code.
  await (await fresh('/account/11111111111111111111111111111111?chain=104')).close();
  for (const owner of owners) {
    const page = await fresh(`/account/${owner}?chain=102&tab=nfts`);
    first.push(await page.evaluate(pictures, 0));
    const told = await steps(page);
    await page.getByRole('button', { name: /^Share/ }).click();
    await page.getByRole('button', { name: 'Export this view (CSV)' }).waitFor();
    await page.keyboard.press('Escape');
    const since = await page.evaluate((share) => {
      const now = performance.now();
      scrollTo(0, document.documentElement.scrollHeight * share);
      return now;
    }, JUMP_TO);
    jumps.push(await page.evaluate(pictures, since));
    const share = await page.evaluate(() => scrollY / document.documentElement.scrollHeight);
    if (Math.abs(share - JUMP_TO) > 0.01)
      throw new Error(`the jump ended at ${share} of the page's height, not at ${JUMP_TO}`);
    console.log(`first screen ${first.at(-1)} ms, after a jump ${jumps.at(-1)} ms`, JSON.stringify(told));
    await page.close();
  }
  row('first pictures of 10,000 NFTs, 250 ms a document', first, SCREEN_MS);
  row('pictures after a jump to item 9,000', jumps, SCREEN_MS);
  await named('a node that only responds with 429', { status: 429 }, 'The node is rate-limiting requests');
  await named('a node that hangs', 'hang', 'The node is not responding');
} finally {
  await browser.close();
  await service.stop('SIGKILL');
  await node.close();
  await host.close();
}

/** Measures how soon a page reports a failing node. */
async function named(what: string, fault: NodeFault, words: string) {
  node.fault = () => fault;
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await fresh(`/account/${addressOf(`${what} ${run}`)}?chain=102`);
    await page.getByText(words).waitFor();
    times.push(await page.evaluate(() => Math.round(performance.now())));
    await page.close();
  }
  node.fault = undefined;
  row(`${what} is named`, times, NAMED_MS);
}

function row(what: string, times: readonly number[], most: number) {
  const middle = median(times);
  console.log(`${what}: median ${middle} ms of ${times.join(', ')} (asked: at most ${most} ms)`);
  benchRow({
    what,
    satchel: `${middle} ms`,
    against: '',
    ratio: '',
    limit: `≤ ${most} ms`,
    met: middle <= most,
  });
}
