import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_GATEWAYS } from '@/lib/solana/document-uri';
import { SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { testNode } from '@/lib/testing/solana-node';
import { documents } from './documents';
import { documentFiller } from './fill-documents';
import { guardedFetch } from './guarded-fetch';
import { sampleChain } from './sample/sample-chain';
import { type SolanaChain, solanaSource } from './solana-chains';
import { solanaSourceContract } from './solana-source.contract';
import { httpTransport } from './transport';

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
const noAssets = async () => ({ items: [], total: 0 });

solanaSourceContract('sample', async () => withSample({}));
solanaSourceContract('RPC', async () => withSample({ transport: (await overHttp()).transport }));
solanaSourceContract('RPC and DAS', async () =>
  withSample({ transport: (await overHttp()).transport, das: noAssets }),
);

describe('equal calls', () => {
  const options = () => ({ parseMetadataUri: false, signal: AbortSignal.timeout(5_000) });

  it('at once make one upstream read, and for a short while after it none', async () => {
    const { node, transport } = await overHttp();
    const source = withSample({ transport });
    await Promise.all(Array.from({ length: 10 }, () => source.getHoldings(104, SAMPLE_WALLET, options())));
    expect(node.countOf('getBalance')).toBe(1);
    await source.getHoldings(104, SAMPLE_WALLET, options());
    expect(node.countOf('getBalance')).toBe(1);
  });

  it('share the read as long as one of them waits; each keeps its own deadline', async () => {
    const { node, transport } = await overHttp();
    node.fault = ({ method }) => (method === 'getBalance' ? { delayMs: 400 } : undefined);
    const source = withSample({ transport });
    const hasty = source.getHoldings(104, SAMPLE_TINY_WALLET, {
      parseMetadataUri: false,
      signal: AbortSignal.timeout(100),
    });
    const patient = source.getHoldings(104, SAMPLE_TINY_WALLET, options());
    await expect(hasty).rejects.toMatchObject({
      reason: 'deadline-exceeded',
      data: { progress: { step: 'accounts' } },
    });
    expect((await patient).nfts).toHaveLength(1);
    expect(node.countOf('getBalance')).toBe(1);
  });

  it('that all go away stop the upstream read', async () => {
    const { node, transport } = await overHttp();
    node.fault = ({ method }) => (method === 'getBalance' ? 'hang' : undefined);
    const source = withSample({ transport });
    await expect(
      source.getHoldings(104, SAMPLE_WALLET, { parseMetadataUri: false, signal: AbortSignal.timeout(100) }),
    ).rejects.toMatchObject({ reason: 'deadline-exceeded' });
    node.fault = undefined;
    expect((await source.getHoldings(104, SAMPLE_WALLET, options())).nfts.length).toBeGreaterThan(60);
    expect(node.countOf('getMultipleAccounts')).toBeGreaterThan(0);
  });
});
