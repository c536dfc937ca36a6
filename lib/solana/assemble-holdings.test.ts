import { describe, expect, it } from 'vitest';
import type { TokenMetadata } from '@/lib/solana/accounts/token-metadata';
import type { TokenAccount } from '@/lib/solana/accounts/token-program';
import { assembleItem, classify, type KnownMint } from './assemble-holdings';
import { documentedNft, documentedToken, ExtendedNft, ExtendedToken } from './holdings';
import { byMintThenAddress } from './holdings-page';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL_MINT } from './programs';
import { EMPTY_TOKEN_LIST, tokenList } from './token-list';

const MINT = 'DFR3KjTso6PFCyUtq48a2aPZQpMMoaFgtbdxtaLxF2TR';
const ADDRESS = 'EcxjN4mea6Ah9WSqZhLtSJJCZcxY73Vaz6UVHFZZ5Ttz';

const account = (over: Partial<TokenAccount> = {}): TokenAccount => ({
  mint: MINT,
  owner: ADDRESS,
  amount: 1n,
  delegate: null,
  delegatedAmount: 0n,
  state: 'initialized',
  closeAuthority: null,
  ...over,
});
const metadata = (over: Partial<TokenMetadata> = {}): TokenMetadata => ({
  key: 4,
  updateAuthority: ADDRESS,
  mint: MINT,
  name: 'Name',
  symbol: 'SYM',
  uri: 'https://example.com/1.json',
  sellerFeeBasisPoints: 500,
  creators: [{ address: ADDRESS, verified: true, share: 100 }],
  primarySaleHappened: true,
  isMutable: true,
  editionNonce: 254,
  tokenStandard: null,
  collection: null,
  uses: null,
  collectionSize: null,
  ...over,
});
const facts = (over: Partial<KnownMint> = {}): KnownMint => ({
  decimals: 0,
  supply: 1n,
  metadata: metadata(),
  missing: false,
  facts: {},
  scaling: null,
  ...over,
});
const assemble = (over: Partial<KnownMint>, owned: Partial<TokenAccount> = {}, list = EMPTY_TOKEN_LIST) =>
  assembleItem(
    { address: ADDRESS, programId: TOKEN_PROGRAM, account: account(owned) },
    facts(over),
    'none',
    list,
  );

describe('classify', () => {
  it.each([
    [
      "decimals take precedence over an NFT's metadata",
      { decimals: 6, metadata: metadata({ tokenStandard: 0 }) },
      'token',
    ],
    ['standard 0 is falsy and an NFT', { supply: 5n, metadata: metadata({ tokenStandard: 0 }) }, 'nft'],
    ['standard 1', { metadata: metadata({ tokenStandard: 1 }) }, 'semi-fungible'],
    ['standard 2', { metadata: metadata({ tokenStandard: 2 }) }, 'token'],
    ['standard 3', { metadata: metadata({ tokenStandard: 3 }) }, 'nft'],
    ['standard 4', { metadata: metadata({ tokenStandard: 4 }) }, 'nft'],
    ['standard 5', { metadata: metadata({ tokenStandard: 5 }) }, 'nft'],
    ['no standard, supply 1', {}, 'nft'],
    ['no standard, supply 2', { supply: 2n }, 'semi-fungible'],
    ['no metadata', { metadata: 'none' }, 'token'],
    ['metadata unread, supply 1', { metadata: 'unread' }, 'nft'],
    ['metadata unread, supply 2', { metadata: 'unread', supply: 2n }, 'token'],
  ] as const)('classifies a mint as an NFT or a token: %s', (_, over, kind) =>
    expect(classify(MINT, facts(over))).toBe(kind),
  );

  it('classifies wrapped SOL as a token, whatever its mint or metadata says', () => {
    for (const mint of [WRAPPED_SOL_MINT, '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9'])
      expect(classify(mint, facts({ metadata: metadata({ tokenStandard: 0 }) }))).toBe('token');
  });
});

describe('assembleItem', () => {
  it('returns an NFT with the documented fields in the documented order', () => {
    const { item } = assemble({
      metadata: metadata({ tokenStandard: 4, collection: { key: MINT, verified: true } }),
    });
    expect(ExtendedNft.safeParse(item).success).toBe(true);
    expect(JSON.stringify(documentedNft(item as ExtendedNft))).toBe(
      `{"mint":"${MINT}","address":"${ADDRESS}","isSemiFungible":false,"name":"Name","symbol":"SYM","image":"","sellerFeeBasisPoints":500,"metadata":{"key":4,"updateAuthority":"${ADDRESS}","mint":"${MINT}","data":{"name":"Name","symbol":"SYM","uri":"https://example.com/1.json","sellerFeeBasisPoints":500,"creators":[{"address":"${ADDRESS}","verified":true,"share":100}]},"primarySaleHappened":true,"isMutable":true,"editionNonce":254}}`,
    );
    expect(item).toMatchObject({
      tokenStandard: 4,
      collection: { key: MINT, verified: true },
      amountString: '1',
    });
  });

  it('returns a token with the documented fields and an exact amount', () => {
    const { item } = assemble(
      { decimals: 6, metadata: 'none' },
      { amount: 18446744073709551615n, state: 'frozen' },
    );
    expect(ExtendedToken.safeParse(item).success).toBe(true);
    expect(Object.keys(documentedToken(item as ExtendedToken))).toEqual([
      'decimals',
      'amount',
      'address',
      'mint',
      'name',
      'symbol',
      'image',
    ]);
    expect(item).toMatchObject({
      amount: 18446744073709551615n,
      amountString: '18446744073709551615',
      state: 'frozen',
      name: '',
    });
  });

  it('fills the documented metadata fields from Token-2022 metadata', () => {
    const inline = {
      updateAuthority: null,
      mint: MINT,
      name: 'N',
      symbol: 'S',
      uri: 'u',
      additionalMetadata: [],
    };
    const { item } = assembleItem(
      { address: ADDRESS, programId: TOKEN_2022_PROGRAM, account: account() },
      facts({ metadata: inline }),
      'none',
      EMPTY_TOKEN_LIST,
    );
    expect((item as ExtendedNft).metadata).toEqual({
      key: 0,
      updateAuthority: '',
      mint: MINT,
      data: { name: 'N', symbol: 'S', uri: 'u', sellerFeeBasisPoints: 0, creators: [] },
      primarySaleHappened: false,
      isMutable: false,
      editionNonce: null,
    });
  });

  const list = tokenList([
    [
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      { name: 'USD Coin', symbol: 'USDC', image: 'https://example.com/usdc.png', wellKnown: true },
    ],
  ]);

  it('takes the name and image from the token list if there is no metadata', () => {
    const { item } = assemble(
      { decimals: 6, metadata: 'none' },
      { mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
      list,
    );
    expect(item).toMatchObject({
      name: 'USD Coin',
      symbol: 'USDC',
      image: 'https://example.com/usdc.png',
      warnings: [],
      inTokenList: true,
    });
  });

  it('takes the name of Token-2022’s wrapped SOL from the entry of wrapped SOL', () => {
    const sol = { name: 'Wrapped SOL', symbol: 'SOL', image: 'https://example.com/sol.png', wellKnown: true };
    const { item } = assemble(
      { decimals: 9, metadata: 'none' },
      { mint: '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9' },
      tokenList([[WRAPPED_SOL_MINT, sol]]),
    );
    expect(item).toMatchObject({ name: 'Wrapped SOL', symbol: 'SOL', warnings: [], inTokenList: true });
  });

  it('names the well-known token whose symbol a token imitates', () => {
    const named = { decimals: 6, metadata: metadata({ name: 'USD Coin', symbol: 'USDС' }) };
    expect(assemble(named, {}, list).item).toMatchObject({
      looksLike: { symbol: 'USDC', mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
    });
    expect(assemble(named).item).toMatchObject({ looksLike: null });
  });

  it('sets inTokenList to false for unlisted mints, and to null if there is no token list', () => {
    const named = { decimals: 6, metadata: metadata({ name: 'USD Coin', symbol: 'USDX' }) };
    expect(assemble(named, {}, list).item).toMatchObject({ inTokenList: false });
    expect(assemble(named).item).toMatchObject({ inTokenList: null });
    expect(assemble({ metadata: metadata({}) }, {}, list).item).not.toHaveProperty('inTokenList');
  });

  it.each([
    ['USDC', ['look-alike-symbol']],
    ['UЅDС', ['look-alike-symbol']],
    ['$USDC', ['look-alike-symbol']],
    ['U\u200bSDC', ['invisible-characters', 'look-alike-symbol']],
    ['USDX', []],
  ])('warns about a look-alike symbol on a different mint: %s', (symbol, warnings) => {
    expect(assemble({ decimals: 6, metadata: metadata({ symbol }) }, {}, list).item.warnings).toEqual(
      warnings,
    );
  });

  it.each([
    ['Claim at https://evil.example', ['link-in-name']],
    ['$1000 USDC — visit usdc-drop . com', ['link-in-name']],
    ['abc\u202egnp.exe', ['bidi-characters']],
    ['Zero\u200bWidth', ['invisible-characters']],
    ['Family 👨‍👩‍👧', []],
    ['Mr. Smith v2.0 (rare)', []],
    ['"},{"', []],
  ])('warns about the hostile token name %j', (name, warnings) => {
    expect(assemble({ metadata: metadata({ name }) }).item.warnings).toEqual(warnings);
  });

  it('sorts items by mint and then by token account, in code unit order', () => {
    const items = [
      { mint: 'b', address: '1' },
      { mint: 'a', address: '2' },
      { mint: 'a', address: '1' },
      { mint: 'B', address: '9' },
    ];
    expect(items.sort(byMintThenAddress).map(({ mint, address }) => mint + address)).toEqual([
      'B9',
      'a1',
      'a2',
      'b1',
    ]);
  });
});
