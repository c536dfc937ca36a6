import { describe, expect, it } from 'vitest';
import { scriptedNft } from '@/lib/testing/solana/scripted-source';
import { nftRow, tokenRow } from './rows';
import { countRisks } from './shown-rows';
import { worriesOf } from './worries';

const nothing = () => undefined;
const nft = scriptedNft('one');
const { isSemiFungible: _, metadata: _metadata, sellerFeeBasisPoints: _fee, ...rest } = nft;
const token = { ...rest, inTokenList: true, looksLike: null };

describe('rows', () => {
  it('a row has a lock state only if the item is frozen or locked', () => {
    expect(nftRow(nft, nothing)).not.toHaveProperty('lock');
    expect(nftRow({ ...nft, state: 'frozen', lock: 'unlocked' }, nothing).lock).toBe('unlocked');
    expect(nftRow({ ...nft, state: 'frozen', lock: null }, nothing).lock).toBe('unread');
    expect(tokenRow({ ...token, lock: 'frozen' }, nothing).lock).toBe('frozen');
  });

  it('a row lists the mint facts that matter to a holder, and shows the amount of a scaled mint', () => {
    const plain = tokenRow({ ...token, mintFacts: { mintAuthority: token.mint } }, nothing);
    expect(plain).not.toHaveProperty('facts');
    expect(plain).not.toHaveProperty('shown');
    const scaled = tokenRow(
      { ...token, uiAmountString: '2.5', mintFacts: { scaledUiAmount: { multiplier: 2.5 }, unknown: [99] } },
      nothing,
    );
    expect(scaled).toMatchObject({ shown: '2.5', facts: ['scaledUiAmount', 'unknown'] });
    expect(
      tokenRow({ ...token, uiAmountString: null, mintFacts: { interestBearing: { rate: 1 } } }, nothing),
    ).not.toHaveProperty('shown');
  });

  it.each([
    ['an NFT is verified if its collection has signed it', 'collection', false, false],
    ['an NFT is unverified and marked as signed if only its creator has signed it', 'creator', true, true],
    ['an NFT is unverified if it is not signed', 'nobody', true, false],
  ])('%s', (_what, by, unverified, signed) => {
    const { data } = nft.metadata;
    const creators = [{ address: nft.mint, verified: by !== 'nobody', share: 100 }];
    const row = nftRow(
      {
        ...nft,
        collection: { key: nft.mint, verified: by === 'collection' },
        metadata: { ...nft.metadata, data: { ...data, creators } },
      },
      nothing,
    );
    expect([row.unverified ?? false, row.signed ?? false]).toEqual([unverified, signed]);
  });

  it.each([
    ['a listed token is not marked as unverified', { inTokenList: true }, false],
    [
      'an unlisted token is unverified, whatever its name',
      { inTokenList: false, name: 'USD Coin', symbol: 'USDC' },
      true,
    ],
    [
      'a token on a chain without a list is not marked as unverified',
      { inTokenList: null, name: 'Coin', symbol: '' },
      false,
    ],
    [
      'a nameless token on a chain without a list is unverified',
      { inTokenList: null, name: ' \u200b', symbol: '' },
      true,
    ],
    [
      'a misleading token on a chain without a list is unverified',
      { inTokenList: null, warnings: ['link-in-name'] },
      true,
    ],
  ])('%s', (_what, is, unverified) => {
    expect(tokenRow({ ...token, ...is }, nothing).unverified ?? false).toBe(unverified);
  });

  it('the card of an NFT says that others can move it, or that no one can, because of its mint', () => {
    const row = nftRow({ ...nft, mintFacts: { permanentDelegate: 'P', mintAuthority: 'M' } }, nothing);
    expect(row).toMatchObject({ facts: ['permanentDelegate'], permanentDelegate: 'P' });
    const bound = nftRow({ ...nft, mintFacts: { nonTransferable: true } }, nothing);
    expect(bound.facts).toEqual(['nonTransferable']);
    expect(nftRow(nft, nothing)).not.toHaveProperty('facts');
    expect(countRisks([], [row, bound])).toEqual([
      { tab: 'nfts', flag: 'takeable', count: 1 },
      { tab: 'nfts', flag: 'locked', count: 1 },
    ]);
    expect(worriesOf([row, bound]).first).toMatchObject([
      { tone: 'bad', who: { role: 'Permanent delegate', address: 'P' } },
      { tone: 'caution', text: 'It can’t be transferred.' },
    ]);
  });
});
