import { setTimeout as sleep } from 'node:timers/promises';
import { post, startService } from '@/lib/testing/servers/processes';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { startBenchNode } from './listing-processes';

const node = await startBenchNode(0);
const other = await startService({
  SOLANA_RPC_URL_101: node.url,
  SOLANA_CACHE_MS: '0',
  REQUEST_DEADLINE_MS: '60000',
});
let on = true;
const t0 = performance.now();
const slow: string[] = [];
const probe = async () => {
  while (on) {
    const s = performance.now();
    await (await fetch(`${other.base}/health`)).arrayBuffer();
    const ms = performance.now() - s;
    if (ms > 60) slow.push(`${(s - t0).toFixed(0)}: ${ms.toFixed(0)}`);
    await sleep(10);
  }
};
const name = '100000-large-1';
await node.ask({ prepare: name });
const p = probe();
for (let turn = 0; turn < 3; turn++) {
  console.log('turn', turn, (performance.now() - t0).toFixed(0));
  const a = await post(other, '/solana', {
    id: 1,
    chainId: 101,
    method: 'enhancedGetTokensAndNFTs',
    params: [addressOf(name)],
  });
  console.log('headers', (performance.now() - t0).toFixed(0), a.status);
  let n = 0;
  for await (const c of a.body ?? []) n += c.length;
  console.log('read', n, (performance.now() - t0).toFixed(0));
}
on = false;
await p;
console.log(slow.join('\n'));
await other.stop();
node.stop();
