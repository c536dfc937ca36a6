// `npm run bench:bundle`: what script each page makes a browser load first, gzipped, beside an empty page of the
// same Next. Needs a build. Ends with 1 when the account page is over its budget.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { benchRow } from './bench-row';
import { startDashboard } from './gallery-server';

/** An empty page of this Next and React: framework, router and polyfill, by the build's own manifest. */
const BUDGET_KB = 70;
const TAB_KB = 5;
const kb = (bytes: number) => Math.round(bytes / 102.4) / 10;

const sizes = new Map<string, number>();
const sizeOf = (path: string) => {
  const known = sizes.get(path);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(`.next/${path.replace(/^\/_next\//, '')}`)).length;
  sizes.set(path, size);
  return size;
};
const scriptsOf = (html: string) => {
  const tags = [...html.matchAll(/<script [^<>]*>/g)].map(([tag]) => tag);
  return [...new Set(tags.flatMap((tag) => / src="(\/_next\/static\/[^"?]+)/.exec(tag)?.[1] ?? []))];
};

const { origin, stop } = await startDashboard();
try {
  const manifest = JSON.parse(readFileSync('.next/build-manifest.json', 'utf8')) as {
    rootMainFiles: string[];
    polyfillFiles: string[];
  };
  const empty = [...manifest.rootMainFiles, ...manifest.polyfillFiles]
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + sizeOf(file), 0);
  console.log(`an empty page of this Next   ${kb(empty)} kB gzipped`);
  const account = `/account/${SAMPLE_WALLET}?chain=104`;
  const pages = {
    home: '/',
    'account, tokens': account,
    'account, NFTs': `${account}&tab=nfts`,
    'bitcoin form': '/bitcoin',
    docs: '/docs',
  };
  const over: Record<string, number> = {};
  for (const [name, path] of Object.entries(pages)) {
    const html = await (await fetch(`${origin}${path}`)).text();
    over[name] = scriptsOf(html).reduce((sum, src) => sum + sizeOf(src), 0) - empty;
    console.log(`${name.padEnd(28)} +${kb(over[name])} kB`);
  }
  const tokens = over['account, tokens'] ?? 0;
  const tab = (over['account, NFTs'] ?? 0) - tokens;
  benchRow({
    what: 'first script of the account page, gzipped',
    satchel: `${kb(empty + tokens)} kB`,
    against: `an empty page ${kb(empty)} kB`,
    ratio: `+${kb(tokens)} kB, a tab +${kb(tab)} kB`,
    asked: `≤ ${BUDGET_KB} kB, ≤ ${TAB_KB} kB`,
    met: tokens <= BUDGET_KB * 1024 && tab <= TAB_KB * 1024,
  });
  const ok = tokens <= BUDGET_KB * 1024 && tab <= TAB_KB * 1024;
  console.log(
    `budget: ${BUDGET_KB} kB for the account page, ${TAB_KB} kB for a tab: ${ok ? 'kept' : 'NOT KEPT'}`,
  );
  process.exitCode = ok ? 0 : 1;
} finally {
  stop();
}
