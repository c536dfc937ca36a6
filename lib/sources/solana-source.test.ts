import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_GATEWAYS } from '@/lib/solana/documents/document-uri';
import { SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { gate } from '@/lib/testing/gate';
import { testNode } from '@/lib/testing/servers/solana-node';
import { until } from '@/lib/testing/until';
import { documents } from './documents';
import { documentFiller } from '@/lib/sources/documents/fill-documents';
import { guardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { sampleChain } from './sample/sample-chain';
import { type SolanaChain, solanaSource } from '@/lib/sources/solana/solana-chains';
import { solanaSourceContract } from '@/lib/sources/solana/solana-source.contract';
import { httpTransport } from './transport';

const open: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
});

const sample = sampleChain();
const withSample = (chain: Partial<SolanaChain>, cacheMs?: number) =>
  solanaSource({
    ...(cacheMs === undefined ? {} : { cacheMs }),
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

/** The sample network behind a node. @param ready what its answers wait for */
async function overHttp(ready?: Promise<void>) {
  const node = await testNode(async (...call) => {
    await ready;
    return sample.transport(...call);
  });
  const transport = httpTransport({ urls: [node.url], timeoutMs: 120_000, hedgeMs: 0 });
  open.push(node, transport);
  return { node, transport };
}
const noAssets = async () => ({ items: [], total: 0 });

solanaSourceContract('sample', async () => withSample({}));
solanaSourceContract('RPC', async () => withSample({ transport: (await overHttp()).transport }));
solanaSourceContract('RPC and DAS', async () =>
  withSample({ transport: (await overHttp()).transport, das: noAssets }),
);

describe('equal calls', () => {
  const options = () => ({ parseMetadataUri: false, signal: AbortSignal.timeout(120_000) });

  it('at once make one upstream read, and for a short while after it none', async () => {
    const { node, transport } = await overHttp();
    const source = withSample({ transport }, 600_000);
    await Promise.all(Array.from({ length: 10 }, () => source.getHoldings(104, SAMPLE_WALLET, options())));
    expect(node.countOf('getBalance')).toBe(1);
    await source.getHoldings(104, SAMPLE_WALLET, options());
    expect(node.countOf('getBalance')).toBe(1);
  });

  it('share the read as long as one of them waits; each keeps its own deadline', async () => {
    const held = gate();
    const { node, transport } = await overHttp(held.opened);
    const source = withSample({ transport });
    const deadline = new AbortController();
    const hasty = source.getHoldings(104, SAMPLE_TINY_WALLET, {
      parseMetadataUri: false,
      signal: deadline.signal,
    });
    const patient = source.getHoldings(104, SAMPLE_TINY_WALLET, options());
    await until('the node is asked', () => node.inFlight() > 0);
    deadline.abort();
    await expect(hasty).rejects.toMatchObject({
      reason: 'deadline-exceeded',
      data: { progress: { step: 'accounts' } },
    });
    held.open();
    expect((await patient).nfts).toHaveLength(1);
    expect(node.countOf('getBalance')).toBe(1);
  });

  it('that all go away stop the upstream read', async () => {
    const { node, transport } = await overHttp();
    node.fault = () => 'hang';
    const source = withSample({ transport });
    const callers = [new AbortController(), new AbortController()];
    const calls = callers.map(({ signal }) =>
      source.getHoldings(104, SAMPLE_WALLET, { parseMetadataUri: false, signal }),
    );
    const ended = Promise.allSettled(calls);
    await until('the node is asked', () => node.inFlight() === 3);
    for (const caller of callers) caller.abort();
    for (const result of await ended)
      expect(result).toMatchObject({ status: 'rejected', reason: { reason: 'deadline-exceeded' } });
    await until('the node is asked no more', () => node.inFlight() === 0);
    const asked = node.calls.length;
    node.fault = undefined;
    expect((await source.getHoldings(104, SAMPLE_WALLET, options())).nfts.length).toBeGreaterThan(60);
    expect(node.calls.length).toBeGreaterThan(asked);
  });
});
