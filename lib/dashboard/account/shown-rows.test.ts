import { describe, expect, it } from 'vitest';
import { readAccountView } from '@/lib/dashboard/search-params';
import { WRAPPED_SOL_MINT } from '@/lib/solana/programs';
import { nftsCsv, rowsJson, tokensCsv } from './export';
import { firstView } from './first-view';
import { galleryRows } from './gallery-rows';
import type { NftRow, TokenRow } from './rows';
import { compareAmounts, groupNfts, shownNfts, shownTokens } from './shown-rows';

const view = (text: string) => readAccountView(new URLSearchParams(text));
const token = (symbol: string, amount: string, decimals: number, more: Partial<TokenRow> = {}): TokenRow => ({
  address: `A${symbol}${amount}`,
  mint: `M${symbol}`,
  symbol,
  name: `${symbol} coin`,
  amount,
  decimals,
  ...more,
});
const nft = (name: string, more: Partial<NftRow> = {}): NftRow => ({
  address: `A${name}`,
  mint: `M${name}`,
  name,
  symbol: 'S',
  ...more,
});

describe('tokens of a view', () => {
  const tokens = [
    token('B', '18446744073709551615', 0),
    token('A', '1', 9, { unverified: true }),
    token('C', '2', 255),
  ];
  it('sorts tokens with different decimals by their exact amounts', () => {
    expect(compareAmounts(token('x', '10', 1), token('y', '1', 0))).toBe(0);
    expect(compareAmounts(token('x', '2', 255), token('y', '1', 9))).toBe(-1);
    expect(compareAmounts(token('x', '10', 0, { shown: '2.5' }), token('y', '3', 0))).toBe(-1);
    expect(compareAmounts(token('x', '10', 0, { shown: 'inf' }), token('y', '3', 0))).toBe(1);
    expect(shownTokens(tokens, view('sort=amount&dir=desc')).all.map(({ symbol }) => symbol)).toEqual([
      'B',
      'C',
      'A',
    ]);
  });
  const listed = [
    token('A', '1', 0, { unverified: true }),
    token('B', '1', 0),
    token('Z', '1', 0, { rank: 3 }),
    token('Y', '1', 0, { rank: 7 }),
    token('W', '1', 0, { mint: WRAPPED_SOL_MINT, rank: 9 }),
  ];
  it('lists well-known tokens in the order of the token list, then other listed tokens, then unverified ones', () => {
    const order = (text: string) =>
      shownTokens(listed, view(text))
        .all.map(({ symbol }) => symbol)
        .join('');
    expect(order('')).toBe('WZYBA');
    expect(order('sort=symbol')).toBe('WBYZA');
  });
  it('lists tokens with a value first, the highest first, if values are known', () => {
    const values = new Map(
      Object.entries({ AA1: 900n, AB1: 5n, AY1: 20n, AW1: 1n }).map(([key, units]) => [key, { units }]),
    );
    const order = (text: string) =>
      shownTokens(listed, view(text), values)
        .all.map(({ symbol }) => symbol)
        .join('');
    // Wrapped SOL stays first, and an unverified token last.
    expect(order('')).toBe('WYBZA');
    expect(order('sort=value')).toBe('WZBYA');
    expect(order('sort=value&dir=desc')).toBe('WYBZA');
  });
  it('folds unverified tokens unless they are searched for, filtered, used by the owner, or all there is', () => {
    const rows = (text: string) =>
      shownTokens(tokens, view(text))
        .rows.map(({ symbol }) => symbol)
        .join('');
    expect(shownTokens(tokens, view(''))).toMatchObject({
      rows: { length: 2 },
      folded: 1,
      all: { length: 3 },
    });
    expect(rows('fold=0')).toBe('BCA');
    expect(rows('q=ma')).toBe('A');
    const spam = token('A', '1', 9, { unverified: true, lock: 'frozen' });
    expect(shownTokens([spam, ...tokens], view('only=locked')).rows).toEqual([spam]);
    expect(shownTokens([spam], view('')).folded).toBe(0);
    const used = token('U', '1', 9, { unverified: true, delegate: 'D' });
    expect(shownTokens([spam, used], view(''))).toMatchObject({ rows: [used], folded: 1 });
  });
  it('searches tokens by name, symbol and mint prefix', () => {
    expect(shownTokens(tokens, view('q=b%20COIN')).rows).toHaveLength(1);
    expect(shownTokens(tokens, view('q=mc')).rows).toHaveLength(1);
    expect(shownTokens(tokens, view('q=nothing')).rows).toHaveLength(0);
  });
});

describe('NFTs of a view', () => {
  const nfts = [
    nft('Pool #10', { collection: 'K1' }),
    nft('Pool #2', { collection: 'K1', lock: 'locked' }),
    nft('', { amount: '5' }),
    nft('Tree #1', { collection: 'K2', compressed: true }),
  ];
  it('sorts NFTs by the numbers in their names, and lists unnamed NFTs last', () => {
    expect(shownNfts(nfts, view('tab=nfts')).rows.map(({ name }) => name)).toEqual([
      'Pool #2',
      'Pool #10',
      'Tree #1',
      '',
    ]);
  });
  it('filters NFTs by one or more conditions', () => {
    expect(shownNfts(nfts, view('tab=nfts&only=locked')).rows).toHaveLength(1);
    expect(shownNfts(nfts, view('tab=nfts&only=locked,compressed')).rows).toHaveLength(0);
    const locks = (['unlocked', 'frozen', 'locked', 'listed', 'unread'] as const).map((lock) =>
      nft(lock, { lock }),
    );
    expect(
      shownNfts([...locks, nft('free')], view('tab=nfts&only=locked')).rows.map(({ name }) => name),
    ).toEqual(['frozen', 'listed', 'locked', 'unread']);
    expect(shownNfts(nfts, view('tab=nfts&only=semi-fungible')).rows).toHaveLength(1);
  });
  it('groups NFTs by verified collection, and lists ungrouped NFTs last', () => {
    const groups = groupNfts(nfts);
    expect(groups.map(({ title, nfts: { length } }) => [title, length])).toEqual([
      ['Pool', 2],
      ['Tree', 1],
      ['Unverified', 1],
    ]);
  });
  it.each([
    ['Tree #1', 'Tree'],
    ['Tree # #\u00a0 12', 'Tree'],
    ['Tree 1 2', 'Tree 1'],
    ['Tree #', 'Tree #'],
    ['Tree ', 'Tree'],
    ['#1', 'CoLLec…ection'],
    ['1'.repeat(20_000), 'CoLLec…ection'],
    [`${'#'.repeat(16_000)}x`, `${'#'.repeat(16_000)}x`],
  ])('derives the title of a collection from the NFT name %.20j', (name, title) => {
    expect(groupNfts([nft(name, { collection: 'CoLLectionCollection' })])[0]?.title).toBe(title);
  });
  it('lists NFTs with unread metadata in a separate group before the unverified ones', () => {
    const unread = nft('', { warnings: ['metadata-unread'] });
    const groups = groupNfts([unread, nft('A'), nft('B 1', { collection: 'K1' })]);
    expect(groups.map(({ title }) => title)).toEqual(['B', 'Collection not read', 'Unverified']);
  });
  it('arranges NFTs in rows, and starts a new row for each group', () => {
    const groups = groupNfts(nfts).map(({ id, title, nfts: { length } }) => ({ id, title, count: length }));
    expect(galleryRows(nfts, groups, 2).map(({ kind }) => kind)).toEqual([
      'heading',
      'cards',
      'heading',
      'cards',
      'heading',
      'cards',
    ]);
    expect(galleryRows(nfts, [], 3)).toHaveLength(2);
  });
});

describe('the rows in a page’s HTML', () => {
  const head = { address: 'A', lamports: '1', slot: 1, tokens: 0, nfts: 0, warnings: [], notRead: [] };
  const many = Array.from({ length: 10_000 }, (_, i) => nft(`Pool #${i}`, { collection: 'K1' }));
  it('a page’s HTML contains all rows of a small account, or the first rows and the counts of a large one', () => {
    expect(firstView(head, [token('A', '1', 0)], [], view('')).rows).toBe('all');
    const first = firstView(head, [], many, view('tab=nfts'));
    expect(first).toMatchObject({ rows: 'first', nfts: { length: 20 }, tokens: [] });
    expect(first.facets).toEqual({
      shown: 10_000,
      folded: 0,
      groups: [{ id: 'K1', title: 'Pool', count: 10_000 }],
    });
  });
});

describe('exports', () => {
  it('exports keep amounts exact and prevent formula injection through names', () => {
    const csv = tokensCsv([token('=1+1', '18446744073709551615', 6), token('a"b,c', '1', 0)]);
    expect(csv).toContain(`"'=1+1","'=1+1 coin"`);
    expect(csv).toContain('18446744073709.551615,18446744073709551615,6');
    expect(csv).toContain('"a""b,c"');
    expect(nftsCsv([nft('N')]).split('\r\n')).toHaveLength(3);
    expect(rowsJson([nft('N', { picture: '/picture/x' })])).not.toContain('picture');
  });

  it('exports include locks and the amounts of scaled mints', () => {
    const [, locked = ''] = nftsCsv([nft('N', { lock: 'listed' })]).split('\r\n');
    expect(locked.split(',')[7]).toBe('listed');
    const scaled = token('T', '5', 0, { shown: '7.5', facts: ['scaledUiAmount', 'transferFee'] });
    const [, row = '', plain = ''] = tokensCsv([scaled, token('U', '5', 0)]).split('\r\n');
    expect(row).toBe('T,T coin,5,5,0,MT,AT5,none,,7.5,scaledUiAmount transferFee');
    expect(plain.split(',').slice(7)).toEqual(['none', '', '', '']);
  });

  it.each([
    ['a;=1+1', `"'a;'=1+1"`],
    ['a,=1+1', `"'a,'=1+1"`],
    ['a\t@SUM(A1)', `"'a\t'@SUM(A1)"`],
    ['a\r\n-1+1', `"'a\r\n'-1+1"`],
    ['a; "=1+1"', `"'a;' ""=1+1"""`],
    ["a;'+1+1", `"'a;''+1+1"`],
    [' =1+1', `"' =1+1"`],
    ['"=1+1"', `"'""=1+1"""`],
    ['\t=1+1', `"'\t'=1+1"`],
    ['a;\t=1+1', `"'a;'\t'=1+1"`],
    ['\rx', `"'\rx"`],
    // Invisible characters, and full-width or small forms of the signs that begin a formula.
    ['\u200b=1+1', `"'\u200b=1+1"`],
    ['\ufeff=1+1', `"'\ufeff=1+1"`],
    ['\u2003\u00ad=1+1', `"'\u2003\u00ad=1+1"`],
    ['\u0001\v=1+1', `"'\u0001\v=1+1"`],
    ['a;\u200b=1+1', `"'a;'\u200b=1+1"`],
    ['\uff1d1+1', `"'\uff1d1+1"`],
    ['\ufe661+1', `"'\ufe661+1"`],
    ['a;\uff201', `"'a;'\uff201"`],
    ['\u22121+1', `"'\u22121+1"`],
    ['a;b', '"a;b"'],
    ['a-b = c', 'a-b = c'],
    ['-5', '-5'],
    ['12.50', '12.50'],
  ])(
    'exports escape %j so that no spreadsheet runs the text as a formula, whatever separator it splits by',
    (name, cell) => {
      const [, row = ''] = nftsCsv([nft(name, { symbol: 'SYMBOL' })]).split(/(?<=mint_facts\r\n)/);
      expect(row.slice(0, row.indexOf(',SYMBOL'))).toBe(cell);
    },
  );

  it('the export of NFTs says which can be taken by a permanent delegate', () => {
    expect(nftsCsv([nft('Lamp', { facts: ['permanentDelegate'] })])).toMatch(/,permanentDelegate\r\n$/);
  });

  it('exports start with a UTF-8 byte order mark', () => {
    for (const text of [tokensCsv([]), nftsCsv([])])
      expect([...Buffer.from(text).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });
});
