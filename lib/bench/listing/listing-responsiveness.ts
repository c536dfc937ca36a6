import { writeJson } from '@/lib/json/exact-write';
import { scopeOf } from '@/lib/promises/request-scope';
import { documentedHoldings } from '@/lib/solana/holdings';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { solanaSource } from '@/lib/sources/solana/solana-chains';
import { httpTransport } from '@/lib/sources/transport/transport';
import { median } from '@/lib/testing/servers/processes';
import { noDocuments } from '@/lib/testing/solana/no-documents';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import type { BenchNode } from './listing-processes';

/**
 * A small listing every 20 ms while listings of 10,000 run one after another, in one process.
 * @param small node of the small one, apart: a node that is busy with a large listing would delay it
 * @param written whether the large ones are written as JSON too
 * @returns times of the small listings, ms
 */
export async function responsiveness(node: BenchNode, small: BenchNode, written: boolean) {
  await small.ask({ prepare: '3-small' });
  const names = Array.from({ length: 4 }, (_, i) => `10000-busy-${written}-${i}`);
  for (const name of names) await node.ask({ prepare: name });
  const list = lister(node, small);
  for (let i = 0; i < 20; i++) await list(102, '3-small');
  let busy = true;
  const times: number[] = [];
  const often = (async () => {
    while (busy) {
      const started = performance.now();
      await list(102, '3-small');
      times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  for (const name of names) {
    const holdings = documentedHoldings(await list(101, name));
    if (written) writeJson(holdings);
  }
  busy = false;
  await often;
  times.sort((a, b) => a - b);
  return {
    count: times.length,
    p50: median(times),
    p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
    most: times.at(-1) ?? Number.NaN,
  };
}

/** Lists a wallet by name: chain 101 is on the one node, 102 on the other. */
function lister(node: BenchNode, small: BenchNode) {
  const chain = ({ url }: BenchNode) => ({
    transport: httpTransport({ urls: [url] }),
    tokenList: async () => EMPTY_TOKEN_LIST,
  });
  const source = solanaSource({
    chains: new Map([
      [101, chain(node)],
      [102, chain(small)],
    ]),
    fillDocuments: noDocuments,
  });
  return (chainId: number, name: string) =>
    source.getHoldings(chainId, addressOf(name), {
      parseMetadataUri: false,
      scope: scopeOf(AbortSignal.timeout(60_000)),
    });
}
