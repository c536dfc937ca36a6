// `npm run bench -- assets`: compares `getAssetsByOwner` with `enhancedGetTokensAndNFTs` for the same 1,000 NFTs on the
// same service. Reports medians of alternating calls, after both are warm.
import { Client } from 'undici';
import { benchRow } from '@/lib/bench/bench-row';
import { BENCH_AUTHORIZATION, median, startService } from '@/lib/testing/servers/processes';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { answered } from './answered';
import { startBenchNode } from './listing-processes';

const COUNT = 1_000;
const WARM_UPS = 30;
const CALLS = 60;
/** Maximum ratio of the two medians, by round-trip time in ms. Infinity means no limit. */
const ASKED: Record<number, number> = { 0: Number.POSITIVE_INFINITY, 50: 1.15 };

const METHODS = {
  getAssetsByOwner: (owner: string) => ({ ownerAddress: owner, options: { parseMetadataUri: false } }),
  enhancedGetTokensAndNFTs: (owner: string) => ({ accountAddress: owner }),
};
type Method = keyof typeof METHODS;

/** Makes a call and returns its duration in ms. */
async function timed(client: Client, method: Method, owner: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: METHODS[method](owner) });
  const headers = { 'content-type': 'application/json', authorization: BENCH_AUTHORIZATION };
  const started = performance.now();
  const chunks = await answered(client, { path: '/solana/101', method: 'POST', headers, body });
  const ms = performance.now() - started;
  const text = Buffer.concat(chunks).toString();
  const { result } = JSON.parse(text) as { result?: { items?: unknown[]; nfts?: unknown[] } };
  const found = result?.items ?? result?.nfts;
  if (found?.length !== COUNT) throw new Error(`${method}: ${text.slice(0, 200)}`);
  return ms;
}

console.log(
  '| round trip ms | getAssetsByOwner ms | enhancedGetTokensAndNFTs ms | ratio | asked |\n|---|---|---|---|---|',
);
for (const [key, asked] of Object.entries(ASKED)) {
  const latency = Number(key);
  const limit = Number.isFinite(asked) ? `≤ ${asked}` : '';
  const node = await startBenchNode(latency);
  const service = await startService({ SOLANA_RPC_URL_101: node.url, SOLANA_CACHE_MS: '0' });
  const client = new Client(service.base);
  const name = `${COUNT}-assets`;
  await node.ask({ prepare: name });
  const owner = addressOf(name);
  const times: Record<Method, number[]> = { getAssetsByOwner: [], enhancedGetTokensAndNFTs: [] };
  for (let call = 0; call < WARM_UPS + CALLS; call++)
    for (const method of Object.keys(METHODS) as Method[]) {
      const ms = await timed(client, method, owner);
      if (call >= WARM_UPS) times[method].push(ms);
    }
  const [assets, listing] = [median(times.getAssetsByOwner), median(times.enhancedGetTokensAndNFTs)];
  const ratio = assets / listing;
  console.log(
    `| ${latency} | ${assets.toFixed(1)} | ${listing.toFixed(1)} | ${ratio.toFixed(2)} | ${limit} |`,
  );
  benchRow({
    what: `getAssetsByOwner of 1,000 NFTs, ${latency} ms`,
    satchel: `${assets.toFixed(1)} ms`,
    against: `enhancedGetTokensAndNFTs ${listing.toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    limit,
    met: ratio <= asked,
  });
  await client.close();
  await service.stop();
  node.stop();
}
