import { createServer } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sampleEvmTransport } from '@/lib/sources/sample/evm-sample';
import { replyToAll } from '@/lib/testing/nodes/batching-node';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { runService } from '@/lib/testing/servers/running-service';
import { accountCells } from './accounts-stream';
import { ndjson } from './page-look-up';

const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const CHAINS = Array.from({ length: 44 }, (_, i) => 1_001 + i);

it('streaming the accounts of a key on 44 chains causes no Node.js process warning', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const nodes = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const reply = await replyToAll(JSON.parse(body), sampleEvmTransport);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
  });
  const host = await listenOnLoopback(nodes);
  const { service, stop } = await runService({
    SAMPLE_NETWORK: 'off',
    EVM_CHAINS: CHAINS.join(','),
    ...Object.fromEntries(CHAINS.map((chainId) => [`EVM_RPC_URL_${chainId}`, `http://${host}/${chainId}`])),
  });
  const answer = ndjson(new Request('http://localhost/'), accountCells(service, KEY, false));
  const lines = (await answer.text()).trim().split('\n');
  expect(lines).toHaveLength(2 * CHAINS.length + 1);
  await nextTurn();
  expect(warnings.map(({ message }) => message)).toEqual([]);
  process.off('warning', note);
  await stop();
  await closeAtOnce(nodes);
});
