import { afterAll, describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { DEFAULT_GATEWAYS } from '@/lib/solana/documents/document-uri';
import { SAMPLE_BIG_WALLET, SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { documents } from '@/lib/sources/documents/documents';
import { documentFiller } from '@/lib/sources/documents/fill-documents';
import { guardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { sampleChain } from '@/lib/sources/sample/sample-chain';
import { localTransport } from '@/lib/sources/transport/local-transport';
import { httpTransport } from '@/lib/sources/transport/transport';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { testNode } from '@/lib/testing/nodes/test-node';
import type { SolanaChain } from './solana-chain';
import { solanaSource } from './solana-chains';
import { solanaSourceContract } from './solana-source.contract';

const open: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
});

const sample = sampleChain();
const withSample = (chain: Partial<SolanaChain>) =>
  solanaSource({
    chains: new Map([[104, { ...sample, ...chain }]]),
    fillDocuments: documentFiller(
      documents({
        fetch: guardedFetch({ resolve: async () => [] }),
        gateways: DEFAULT_GATEWAYS,
        sampleDocument: sample.document,
      }),
      DEFAULT_GATEWAYS,
    ),
  });

async function overHttp() {
  const node = await testNode(sample.transport);
  const transport = httpTransport({ urls: [node.url] });
  open.push(node, transport);
  return { node, transport };
}
const noAssets = localTransport(async () => ({ items: [], total: 0 }));

solanaSourceContract('sample', async () => withSample({}));
solanaSourceContract('RPC', async () => withSample({ transport: (await overHttp()).transport }));
solanaSourceContract('RPC and DAS', async () =>
  withSample({ transport: (await overHttp()).transport, das: noAssets }),
);

describe('getHoldings', () => {
  const options = () => ({ parseMetadataUri: false, scope: scopeOf(AbortSignal.timeout(120_000)) });

  it('getHoldings stops reading from the node at the deadline', async () => {
    const { node, transport } = await overHttp();
    node.fault = ({ method }) => (method === 'getBalance' ? 'hang' : undefined);
    const source = withSample({ transport });
    await expect(
      source.getHoldings(104, SAMPLE_WALLET, {
        parseMetadataUri: false,
        scope: scopeOf(AbortSignal.timeout(100)),
      }),
    ).rejects.toMatchObject({ reason: 'deadline-exceeded' });
    node.fault = undefined;
    expect((await source.getHoldings(104, SAMPLE_WALLET, options())).nfts.length).toBeGreaterThan(60);
    expect(node.countOf('getMultipleAccounts')).toBeGreaterThan(0);
  });
});

describe('watchHoldings', () => {
  const options = () => ({ scope: scopeOf(AbortSignal.timeout(120_000)) });

  /**
   * Creates the sample node, which delays its responses until `open` is called. `held` lists the delayed calls'
   * signals.
   */
  function gatedNode() {
    const held: AbortSignal[] = [];
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const transport: Transport = async (method, params, scope, options) => {
      if (method === 'getMultipleAccounts') {
        held.push(scope.signal);
        await gate;
      }
      return sample.transport(method, params, scope, options);
    };
    return { transport, held, open: () => release() };
  }

  const aborted = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve) => {
      if (signal?.aborted) resolve();
      else signal?.addEventListener('abort', () => resolve());
    });

  it('a slow consumer of the holdings stream skips only outdated progress events', async () => {
    const source = withSample({});
    const events = source.watchHoldings(104, SAMPLE_BIG_WALLET, options())[Symbol.asyncIterator]();
    const first = await events.next();
    expect(first.value).toMatchObject({ type: 'progress' });
    // By the time this second read ends, the stream's own read has ended too.
    await source.getHoldings(104, SAMPLE_BIG_WALLET, { parseMetadataUri: false, ...options() });
    const rest: string[] = [];
    for (let next = await events.next(); !next.done; next = await events.next()) rest.push(next.value.type);
    expect(rest.filter((type) => type === 'progress').length).toBeLessThanOrEqual(1);
    expect(rest.slice(-2)).toEqual(['holdings', 'done']);
  });

  it('aborts the read when the consumer of the holdings stream leaves', async () => {
    const alone = gatedNode();
    const second = withSample({ transport: alone.transport });
    for await (const _ of second.watchHoldings(104, SAMPLE_TINY_WALLET, options()))
      if (alone.held.length > 0) break;
    expect(alone.held).toHaveLength(1);
    await aborted(alone.held[0]);
  });
});
