import { afterEach, expect, it } from 'vitest';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { post, type Running, startService } from '@/lib/testing/servers/processes';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';

// The commitment of reads (contract §3). The certificate's fields are not read, so any object stands for one.

const OWNER = addressOf('finality owner');
/** Beyond 2,000 token accounts, so that the worker thread of the built service reads it. */
const LARGE_OWNER = addressOf('large finality owner');
const state = sampleNode(snapshotOf(1, [...nftWallet(OWNER, 3), ...nftWallet(LARGE_OWNER, 2_100)]));

let node: TestNode;
let service: Running;

/** Starts a node that handles `getAgGenesisCert`, and the service. */
async function start(certificate: RpcHandler) {
  node = await testNode((method, params, scope) =>
    method === 'getAgGenesisCert' ? certificate(method, params, scope) : state(method, params, scope),
  );
  service = await startService({ SOLANA_RPC_URL_101: node.url, SOLANA_CACHE_MS: '0' });
}
afterEach(async () => {
  await service?.stop();
  await node?.close();
});

async function list(owner = OWNER, chainId = 101) {
  const params = [owner, { extended: true }];
  const response = await post(service, '/solana', {
    id: 1,
    chainId,
    method: 'enhancedGetTokensAndNFTs',
    params,
  });
  return (await response.json()).result;
}
const ready = async () => (await (await fetch(`${service.base}/ready`)).json()).commitment;
const isCertificateCall = ({ method }: { method: string }) => method === 'getAgGenesisCert';
const requestCount = () => node.calls.filter(isCertificateCall).length;
/** The commitments of the calls that read, as the node received them. */
const commitments = () =>
  new Set(
    node.calls
      .filter((call) => !isCertificateCall(call))
      .map(({ params }) => (params.at(-1) as { commitment?: string }).commitment),
  );

it('reads are finalized once the node has returned an Alpenglow genesis certificate, also in the worker thread', async () => {
  await start(async () => ({ slot: 1, blockId: 'x' }));
  expect(await ready()).toEqual({ 101: 'confirmed', 102: 'confirmed', 103: 'confirmed', 104: 'confirmed' });
  // The first listing does not wait for the certificate.
  expect((await list()).commitment).toBe('confirmed');
  await until('the certificate is known', async () => (await ready())[101] === 'finalized');
  node.calls.length = 0;
  expect((await list()).commitment).toBe('finalized');
  const large = await list(LARGE_OWNER);
  expect([large.nfts.length, large.commitment]).toEqual([2_100, 'finalized']);
  expect(commitments()).toEqual(new Set(['finalized']));
  expect(requestCount()).toBe(0);
  expect((await list(undefined, 104)).commitment).toBe('confirmed');
  expect((await ready())[104]).toBe('confirmed');
});

it.each([
  ['does not know the method', new UpstreamCallError(-32601, 'Method not found')],
  ['fails', new UpstreamCallError(-32000, 'not now')],
  ['returns null', null],
  ['returns a text', 'certificate'],
  ['returns a list', []],
])('reads stay confirmed if the node %s, with one request for many listings', async (_, answer) => {
  await start(async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  for (let i = 0; i < 3; i++) expect((await list()).commitment).toBe('confirmed');
  await until('the certificate was requested', async () => requestCount() === 1);
  expect((await list()).commitment).toBe('confirmed');
  expect(requestCount()).toBe(1);
  expect(commitments()).toEqual(new Set(['confirmed']));
});

it('a node that never answers about the certificate delays no listing', async () => {
  await start(() => new Promise(() => {}));
  for (let i = 0; i < 3; i++) expect((await list()).nfts).toHaveLength(3);
  expect(requestCount()).toBe(1);
});
