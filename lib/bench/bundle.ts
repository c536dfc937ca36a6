// `npm run bench:bundle`: measures the gzipped scripts in each page's first load, compared with an empty page on the
// same version of Next. Needs a build. Exits with 1 if the account page exceeds its budget.
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { emptyPageBytes, firstScriptBytes } from '@/lib/testing/pages/first-scripts';
import { benchRow } from './bench-row';
import { startDashboard } from './dashboard-server';

const BUDGET_KB = 70;
const TAB_KB = 5;
const kb = (bytes: number) => Math.round(bytes / 102.4) / 10;

const { origin, stop } = await startDashboard();
try {
  const empty = emptyPageBytes();
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
    over[name] = firstScriptBytes(html) - empty;
    console.log(`${name.padEnd(28)} +${kb(over[name])} kB`);
  }
  const tokens = over['account, tokens'] ?? 0;
  const tab = (over['account, NFTs'] ?? 0) - tokens;
  benchRow({
    what: 'first script of the account page, gzipped',
    satchel: `${kb(empty + tokens)} kB`,
    against: `an empty page ${kb(empty)} kB`,
    ratio: `+${kb(tokens)} kB, a tab +${kb(tab)} kB`,
    limit: `≤ ${BUDGET_KB} kB, ≤ ${TAB_KB} kB`,
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
