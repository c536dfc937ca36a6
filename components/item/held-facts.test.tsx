import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { editionAddressOf } from '@/lib/solana/address/program-address';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { scriptedNft } from '@/lib/testing/nodes/scripted-solana';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { MintSection } from './held-facts';

const said = (mintAuthority: string) => {
  const nft: ExtendedNft = { ...scriptedNft('one'), mint: addressOf('mint'), mintFacts: { mintAuthority } };
  return renderToStaticMarkup(<MintSection item={nft} chain={101} />);
};

it('says whether more copies of an NFT can be minted: not if the mint authority is the NFT’s own edition', () => {
  expect(said(addressOf('somebody'))).toContain('More of it can be minted.');
  const edition = said(editionAddressOf(addressOf('mint')) ?? '');
  expect(edition).toContain('no more of it can be minted.');
  expect(edition).not.toContain('More of it can be minted.');
});
