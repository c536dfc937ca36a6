import { afterAll, describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { DEFAULT_GATEWAYS } from '@/lib/solana/documents/document-uri';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { documents } from '@/lib/sources/documents/documents';
import { documentFiller } from '@/lib/sources/documents/fill-documents';
import { guardedFetch } from '@/lib/sources/documents/guarded-fetch';
import { sampleChain } from '@/lib/sources/sample/sample-chain';
import { localTransport } from '@/lib/sources/transport/local-transport';
import { httpTransport } from '@/lib/sources/transport/transport';
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
