import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchNode } from '@/lib/testing/nodes/bench-node';
import { median } from '@/lib/testing/servers/processes';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import type { RunResult } from './listing-run';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Measurements of a tool's listings: medians, and peak memory. `calls` is the number of calls to the node. */
export type ListingRow = RunResult & { calls: number };

/** Lists `times` wallets of `count` NFTs with a tool in a separate process, after `warmUps` other wallets. */
export async function measureListings(
  tool: string,
  node: BenchNode,
  count: number,
  times: number,
  warmUps: number,
): Promise<ListingRow> {
  const child: ChildProcess = fork(file('./listing-run.ts'), [tool, node.url], {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  await once(child, 'message');
  const rows: ListingRow[] = [];
  for (let turn = 0; turn < warmUps + times; turn++) {
    const name = `${turn < warmUps ? Math.min(count, 1_000) : count}-${tool}-${turn}`;
    await node.ask({ prepare: name });
    child.send(addressOf(name));
    const [result] = (await once(child, 'message')) as [RunResult];
    rows.push({ ...result, calls: await node.ask({}) });
  }
  child.disconnect();
  const kept = rows.slice(warmUps);
  if (kept.some(({ items }) => items !== count))
    throw new Error(`${tool} listed ${kept.map(({ items }) => items)} of ${count}`);
  const of = (key: keyof ListingRow) => median(kept.map((row) => row[key]));
  return {
    items: count,
    ms: of('ms'),
    cpuMs: of('cpuMs'),
    peakMb: Math.max(...rows.map(({ peakMb }) => peakMb)),
    bytes: of('bytes'),
    calls: of('calls'),
  };
}
