import { describe, expect, it } from 'vitest';
import { scriptedNft } from '@/lib/testing/nodes/scripted-solana';
import { nftRow, tokenRow } from './rows';

const nothing = () => undefined;
const nft = scriptedNft('one');
const { isSemiFungible: _, metadata: _metadata, sellerFeeBasisPoints: _fee, ...rest } = nft;
const token = { ...rest, inTokenList: true };

describe('rows', () => {
  it('have a lock only if the item is locked', () => {
    expect(nftRow(nft, nothing)).not.toHaveProperty('lock');
    expect(nftRow({ ...nft, state: 'frozen', lock: 'unlocked' }, nothing).lock).toBe('unlocked');
    expect(nftRow({ ...nft, state: 'frozen', lock: null }, nothing).lock).toBe('unread');
    expect(tokenRow({ ...token, lock: 'frozen' }, nothing).lock).toBe('frozen');
  });

  it('include the facts that matter to a holder, and the amount of a scaled mint', () => {
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
    ['of a collection that has signed', 'collection', false, false],
    ['that only its creator has signed', 'creator', true, true],
    ['that is not signed', 'nobody', true, false],
  ])('an NFT %s', (_what, by, unverified, signed) => {
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
    ['listed', { inTokenList: true }, false],
    ['not listed, whatever it calls itself', { inTokenList: false, name: 'USD Coin', symbol: 'USDC' }, true],
    ['of a chain without a list', { inTokenList: null, name: 'Coin', symbol: '' }, false],
    ['of a chain without a list, nameless', { inTokenList: null, name: ' \u200b', symbol: '' }, true],
    ['of a chain without a list, misleading', { inTokenList: null, warnings: ['link-in-name'] }, true],
  ])('a token that is %s', (_what, is, unverified) => {
    expect(tokenRow({ ...token, ...is }, nothing).unverified ?? false).toBe(unverified);
  });
});
