import { describe, expect, it } from 'vitest';
import {
  assembleItem,
  type KnownMint,
  type MintEdition,
  type OwnedTokenAccount,
} from '@/lib/solana/assemble-holdings';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { type AssetParts, assetOfItem } from './asset-of-item';
import { onePerMint } from './asset-search';

const OWNER = addressOf('owner');
const held = (label: string, amount = 1n, mint = addressOf('mint')): OwnedTokenAccount => ({
  address: addressOf(label),
  programId: TOKEN_PROGRAM,
  account: {
    mint,
    owner: OWNER,
    amount,
    delegate: null,
    delegatedAmount: 0n,
    state: 'initialized',
    closeAuthority: null,
  },
});
const known = (tokenStandard: number | null, over: Partial<KnownMint> = {}): KnownMint => ({
  decimals: 0,
  supply: 1n,
  metadata: {
    key: 4,
    updateAuthority: addressOf('authority'),
    mint: addressOf('mint'),
    name: 'Name',
    symbol: 'SYM',
    uri: '',
    sellerFeeBasisPoints: 420,
    creators: [],
    primarySaleHappened: true,
    isMutable: false,
    editionNonce: 254,
    tokenStandard,
    collection: { key: addressOf('collection'), verified: false },
    uses: null,
    collectionSize: null,
  },
  missing: false,
  facts: {},
  scaling: null,
  ...over,
});
const assetOf = (mint: KnownMint, over: Partial<AssetParts> = {}, edition?: MintEdition) =>
  assetOfItem({
    item: assembleItem(held('account'), mint, 'none', EMPTY_TOKEN_LIST, edition),
    owner: OWNER,
    known: mint,
    isMintRead: true,
    withBalance: true,
    showUnverifiedCollections: false,
    ...over,
  });

describe('a DAS asset', () => {
  it('a DAS asset contains the uses from its metadata, unless the use method is unknown', () => {
    const withUses = (useMethod: number) => {
      const mint = known(0);
      const metadata = typeof mint.metadata === 'object' ? mint.metadata : undefined;
      const uses = { useMethod, remaining: 2n, total: 2n ** 64n - 1n };
      return assetOf({ ...mint, metadata: { ...metadata, uses } as KnownMint['metadata'] }).uses;
    };
    expect(withUses(1)).toEqual({ use_method: 'Multiple', remaining: 2n, total: 2n ** 64n - 1n });
    expect(withUses(3)).toBeUndefined();
    expect(assetOf(known(0))).not.toHaveProperty('uses');
  });

  it.each([
    [0, 1n, 0, 'V1_NFT', 'single'],
    [3, 1n, 0, 'V1_PRINT', 'single'],
    [4, 1n, 0, 'ProgrammableNFT', 'single'],
    [5, 1n, 0, 'ProgrammableNFT', 'single'],
    [null, 1n, 0, 'LEGACY_NFT', 'single'],
    [1, 9n, 0, 'FungibleAsset', 'token'],
    [null, 9n, 0, 'FungibleAsset', 'token'],
    [2, 9n, 6, 'FungibleToken', 'token'],
    // Decimals take precedence over the token standard.
    [0, 9n, 6, 'FungibleToken', 'token'],
  ])(
    'an item with token standard %s, supply %s and %s decimals becomes the DAS asset type %s',
    (standard, supply, decimals, kind, model) => {
      const asset = assetOf(known(standard, { supply, decimals }));
      expect([asset.interface, asset.ownership.ownership_model]).toEqual([kind, model]);
      expect(asset.supply !== undefined).toBe(model === 'single');
    },
  );

  it('a DAS asset contains its royalty both as a fraction and in basis points', () => {
    expect(assetOf(known(0)).royalty).toMatchObject({ percent: 0.042, basis_points: 420 });
  });

  it('a DAS asset includes an unverified collection only with showUnverifiedCollections', () => {
    expect(assetOf(known(0)).grouping).toEqual([]);
    expect(assetOf(known(0), { showUnverifiedCollections: true }).grouping).toEqual([
      { group_key: 'collection', group_value: addressOf('collection'), verified: false },
    ]);
  });

  it('a DAS asset contains the print supply of its edition if the edition was read', () => {
    expect(assetOf(known(0)).supply).toEqual({
      print_max_supply: 0,
      print_current_supply: 0,
      edition_nonce: 254,
    });
    const numbers = { supply: 3n, maxSupply: 10n };
    const master = { kind: 'master', number: null, parent: null, ...numbers } as const;
    expect(assetOf(known(0), {}, master).supply).toEqual({
      print_max_supply: 10n,
      print_current_supply: 3n,
      edition_nonce: 254,
    });
    const print = { kind: 'print', number: 2n, parent: addressOf('master'), ...numbers } as const;
    expect(assetOf(known(3), {}, print).supply).toEqual({
      print_max_supply: 10n,
      print_current_supply: 3n,
      edition_nonce: 254,
      edition_number: 2n,
      master_edition_address: addressOf('master'),
    });
    const alone = { ...print, supply: null, maxSupply: null };
    expect(assetOf(known(3), {}, alone).supply).toMatchObject({
      print_max_supply: 0n,
      edition_number: 2n,
    });
  });

  it('a DAS asset contains no supply if its mint was not read or does not exist', () => {
    expect(assetOf(known(0), { isMintRead: false }).token_info).toBeUndefined();
    expect(assetOf(known(0, { missing: true }))).toMatchObject({ warnings: ['mint-missing'] });
    expect(assetOf(known(0, { missing: true })).token_info).not.toHaveProperty('supply');
  });
});

describe('facts that metadata states', () => {
  const factsOf = ({ royalty, creators, mutable, warnings }: ReturnType<typeof assetOf>) => ({
    royalty,
    creators,
    mutable,
    warnings,
  });
  const royalty = { royalty_model: 'creators', target: null, locked: false };

  it.each([
    ['an NFT', 0],
    ['a token', 6],
  ])('the royalties, creators and mutability of %s are null if its metadata was not read', (_, decimals) => {
    expect(factsOf(assetOf(known(null, { metadata: 'unread', decimals })))).toEqual({
      royalty: { ...royalty, percent: null, basis_points: null, primary_sale_happened: null },
      creators: null,
      mutable: null,
      warnings: ['metadata-unread'],
    });
  });

  it('a token without metadata has no royalties and is not mutable', () => {
    // As the reference server answers for wKocBVvHQoVaiwWoCs9JYSVye4YZRrv5Cucf7fDqnz1 (`recorded-assets.test.ts`).
    expect(factsOf(assetOf(known(null, { metadata: 'none', decimals: 9 })))).toEqual({
      royalty: { ...royalty, percent: 0, basis_points: 0, primary_sale_happened: false },
      creators: [],
      mutable: false,
      warnings: undefined,
    });
  });
});

describe('onePerMint', () => {
  it('keeps, for each mint, the account with the largest amount and the total amount, in any input order', () => {
    const accounts = [
      held('a', 5n),
      held('b', 7n),
      held('c', 7n),
      held('other', 1n, addressOf('other mint')),
    ];
    const [most = ''] = [addressOf('b'), addressOf('c')].sort();
    for (const order of [accounts, [...accounts].reverse()]) {
      const merged = onePerMint(order);
      expect(merged).toHaveLength(2);
      const one = merged.find(({ account }) => account.mint === addressOf('mint'));
      expect([one?.address, one?.account.amount]).toEqual([most, 19n]);
    }
  });
});
