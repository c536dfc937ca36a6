// `npm run bench -- documents`: counts how many of 10,000 off-chain documents on one host, 50 ms away, arrive before
// the deadline of a call.
import { createServer } from 'node:http';
import { benchRow } from '@/lib/bench/bench-row';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { testNode } from '@/lib/testing/nodes/test-node';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { median, post, startService } from '@/lib/testing/servers/processes';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';

const COUNT = 10_000;
const LATENCY_MS = 50;
const ASKED = 9_000;

let mostAtOnce = 0;
let atOnce = 0;
const documents = createServer((request, response) => {
  mostAtOnce = Math.max(mostAtOnce, ++atOnce);
  setTimeout(() => {
    atOnce--;
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"name":"${request.url}"}`);
  }, LATENCY_MS);
});
const host = await listenOnLoopback(documents);
const arrived: number[] = [];
for (let run = 0; run < 3; run++) {
  const owner = addressOf(`documents ${run}`);
  const wallet = nftWallet(owner, COUNT, (index) => `http://${host}/${run}/${index}`);
  const node = await testNode(sampleNode(snapshotOf(1, wallet)));
  const service = await startService({
    SOLANA_RPC_URL_101: node.url,
    METADATA_ALLOW_HOSTS: host,
    REQUEST_DEADLINE_MS: '20000',
  });
  const answer = await post(service, '/solana', {
    jsonrpc: '2.0',
    id: 1,
    chainId: 101,
    method: 'enhancedGetTokensAndNFTs',
    params: [owner, { parseMetadataUri: true }],
  });
  const { result } = (await answer.json()) as { result: { nfts: { metadata: { data: object } }[] } };
  arrived.push(result.nfts.filter(({ metadata }) => 'uriData' in metadata.data).length);
  await service.stop();
  await node.close();
}
await closeAtOnce(documents);
const found = median(arrived);
console.log(
  `documents of one host, ${LATENCY_MS} ms: ${arrived.join(', ')} of ${COUNT}; at most ${mostAtOnce} at once`,
);
benchRow({
  what: '10,000 documents of one host, 50 ms, within a call',
  satchel: String(found),
  against: `all of them ${COUNT}`,
  ratio: (found / COUNT).toFixed(2),
  limit: `≥ ${ASKED}`,
  met: found >= ASKED,
});
