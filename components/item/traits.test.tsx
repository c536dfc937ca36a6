import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { collectionTraits } from '@/lib/server/pages/collection-traits';
import { scriptedNft } from '@/lib/testing/solana/scripted-source';
import { Traits } from './traits';

it('a trait with a long name and value counts the item that has it', async () => {
  const attribute = { trait: 'Story '.repeat(20).trim(), value: 'Once upon a time '.repeat(20).trim() };
  const nft = scriptedNft('one');
  const { data } = nft.metadata;
  const member = {
    ...nft,
    collection: { key: nft.mint, verified: true },
    metadata: {
      ...nft.metadata,
      data: { ...data, uriData: { attributes: [{ trait_type: attribute.trait, value: attribute.value }] } },
    },
  };
  const stream = { listing: { holdings: { nfts: [member] } }, wait: async () => {} };
  const ports = {
    holdingsStreams: { known: () => stream },
    solana: { withDocuments: async (nfts: unknown) => ({ nfts, isComplete: true }) },
  };
  const counted = await collectionTraits(ports as never, {
    chainId: 101,
    owner: nft.mint as never,
    collection: nft.mint as never,
    beforeReading: async () => {},
    scope: scopeOf(AbortSignal.timeout(5_000), performance.now() + 5_000),
  });
  const client = new QueryClient();
  client.setQueryData(['traits', 101, 'owner', nft.mint], counted);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Traits attributes={[attribute]} owner="owner" chain={101} collection={nft.mint} />
    </QueryClientProvider>,
  );
  expect(html).toContain('1 of 1');
});
