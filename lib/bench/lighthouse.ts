// `npm run bench:lighthouse`: runs Lighthouse (mobile, production build, sample network) on every page, in the browser of
// the browser tests, and compares the scores with those of an empty page on the same version of Next. Reports the median
// of five runs. `npm run bench:lighthouse -- home docs` runs only the named pages.
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { ensureBrowser } from '@/lib/commands/setup/test-tools.mjs';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { freePort } from '@/lib/testing/servers/free-port';
import { median } from '@/lib/testing/servers/processes';
import { benchRow } from './bench-row';
import { startDashboard } from './dashboard-server';

const RUNS = 5;
const LEAST = 95;
/** Maximum number of points by which a page may score below the empty page. */
const MAX_BELOW = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Scores = Record<(typeof CATEGORIES)[number], number>;

const { origin, stop } = await startDashboard();
const debugPort = await freePort();
const executablePath = ensureBrowser();
const browser = await chromium.launch({
  ...(executablePath === '' ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${debugPort}`],
});
const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const account = `/account/${SAMPLE_WALLET}?chain=104`;
// Use the not-found page as the empty page. It has only a heading and a link.
const ALL_PAGES = {
  empty: '/no-such-page',
  home: '/',
  tokens: account,
  nfts: `${account}&tab=nfts`,
  item: `/account/${SAMPLE_WALLET}/${sampleAddress('account tidepool 1')}?chain=104`,
  bitcoin: '/bitcoin',
  key: `/bitcoin/${KEY}?chain=31337`,
  docs: '/docs',
};
const selected = process.argv.slice(2);
const PAGES = Object.fromEntries(
  Object.entries(ALL_PAGES).filter(
    ([name]) => selected.length === 0 || name === 'empty' || selected.includes(name),
  ),
);
const results: Record<string, Scores> = {};

/** Runs Lighthouse once. Returns undefined if the browser painted nothing, which is not the page's fault. */
async function measure(path: string) {
  const done = await lighthouse(`${origin}${path}`, {
    port: debugPort,
    onlyCategories: [...CATEGORIES],
    logLevel: 'error',
    ignoreStatusCode: true,
  } as Parameters<typeof lighthouse>[1]);
  if (!done || done.lhr.runtimeError || done.lhr.categories.performance?.score === null) return undefined;
  return done.lhr;
}

type Report = NonNullable<Awaited<ReturnType<typeof measure>>>;

function scoresOf({ categories }: Report): Scores {
  const of = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  return Object.fromEntries(CATEGORIES.map((each) => [each, of(each)])) as Scores;
}

try {
  const runs = new Map<string, Scores[]>(Object.keys(PAGES).map((name) => [name, []]));
  // Each round covers all pages, because the machine's speed varies.
  for (let round = 0; round < RUNS; round++)
    for (const [name, path] of Object.entries(PAGES)) {
      const report = (await measure(path)) ?? (await measure(path));
      if (!report) throw new Error(`${name}: the browser painted nothing, twice`);
      runs.get(name)?.push(scoresOf(report));
      if (round > 0 || name === 'empty') continue;
      for (const audit of Object.values(report.audits))
        if (audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative')
          console.log(`  ${name}: ${audit.id} ${audit.displayValue ?? audit.score}`);
    }
  for (const [name, all] of runs) {
    results[name] = Object.fromEntries(
      CATEGORIES.map((each) => [each, median(all.map((run) => run[each]))]),
    ) as Scores;
    console.log(
      name,
      JSON.stringify(results[name]),
      'performance',
      all.map((run) => run.performance).join(' '),
    );
  }
} finally {
  await browser.close();
  stop();
}
const empty = results.empty?.performance ?? 100;
let ok = true;
for (const [name, scores] of Object.entries(results)) {
  if (name === 'empty') continue;
  const kept =
    scores.performance >= LEAST &&
    scores.performance >= empty - MAX_BELOW &&
    scores.accessibility === 100 &&
    scores['best-practices'] === 100 &&
    scores.seo === 100;
  benchRow({
    what: `Lighthouse on a phone, ${name}`,
    satchel: CATEGORIES.map((each) => scores[each]).join(', '),
    against: `an empty page ${empty}`,
    ratio: `${scores.performance - empty}`,
    limit: `≥ ${LEAST} and at most ${MAX_BELOW} below, 100, 100, 100`,
    met: kept,
  });
  if (!kept) console.log(`${name}: NOT KEPT (an empty page has ${empty})`);
  ok &&= kept;
}
console.log(ok ? 'every budget is kept' : 'a budget is not kept');
process.exitCode = ok ? 0 : 1;
