import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  applyEvent,
  type HoldingsLine,
  type HoldingsState,
  NO_HOLDINGS,
} from '@/lib/dashboard/account/holdings-state';
import { readHoldings } from '@/lib/dashboard/account/read-holdings';
import { nftRow, tokenRow } from '@/lib/dashboard/account/rows';
import { withoutAssets } from '@/lib/solana/coverage';
import type { ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import type { HoldingsEvent } from '@/lib/solana/holdings-events';
import { scriptedHoldings, scriptedNft } from '@/lib/testing/solana/scripted-source';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { holdingsLines } from './holdings-lines';
import { ndjson } from './json-lines';

const OWNER = addressOf('owner');
const imagePath = (url: string) => url.replace('https://images.example', '/image');
const nfts = Array.from({ length: 1_001 }, (_, i) => scriptedNft(`nft ${i}`));
const withImage = (nft: ExtendedNft, over: Partial<ExtendedNft> = {}): ExtendedNft => ({
  ...nft,
  image: `https://images.example/${nft.mint}`,
  ...over,
});
const HOLDINGS: HoldingsEvent = { type: 'holdings', owner: OWNER, holdings: scriptedHoldings(nfts) };
const done = (warnings: string[] = []): HoldingsEvent => ({
  type: 'done',
  holdings: { ...scriptedHoldings(nfts), warnings },
});
/** The last three items. The document of `a` has an image, that of `b` an image and a warning; `c` has no document. */
const [a, b, c] = nfts.slice(-3) as [ExtendedNft, ExtendedNft, ExtendedNft];
const DOCUMENTS: HoldingsEvent = {
  type: 'documents',
  tokens: [],
  nfts: [
    { index: 998, item: withImage(a) },
    { index: 999, item: withImage(b, { warnings: ['document-invalid'] }) },
    { index: 1_000, item: c },
  ],
};

async function* say(...events: (HoldingsEvent | Error)[]) {
  for (const event of events) {
    if (event instanceof Error) throw event;
    yield event;
  }
}
const linesOf = (...events: (HoldingsEvent | Error)[]) =>
  holdingsLines(say(...events), {
    imagePath,
    failureOf: (thrown) => ({
      reason: 'upstream-unavailable',
      message: (thrown as Error).message,
      retry: true,
    }),
  });
async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}
const HEAD = {
  address: OWNER,
  lamports: '5',
  slot: 1,
  tokens: 0,
  nfts: 1_001,
  warnings: [],
  notRead: withoutAssets('no-das-endpoint').notRead,
};
const FAILED = { type: 'failed', reason: 'upstream-unavailable', message: 'gone', retry: true };

/** Returns the successive states of the page's script when it receives these lines over HTTP. */
async function statesOf(lines: AsyncIterable<HoldingsLine>): Promise<HoldingsState[]> {
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    return ndjson(new Request(`http://localhost${url}`), () => lines);
  });
  const states = [NO_HOLDINGS];
  for await (const line of readHoldings('known.sol', 104, new AbortController().signal))
    states.push(applyEvent(states.at(-1) ?? NO_HOLDINGS, line));
  expect(urls).toEqual(['/api/holdings/known.sol?chain=104']);
  return states;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the lines of a stream of holdings', () => {
  it('the holdings stream contains all events, with the list in chunks of 500 rows', async () => {
    const progress: HoldingsEvent = { type: 'progress', step: 'assets', done: 1, total: 2 };
    const trouble: HoldingsEvent = { type: 'trouble', trouble: { kind: 'limited', againInMs: 1_000 } };
    const lines = await all(linesOf(progress, trouble, HOLDINGS, DOCUMENTS, done()));
    const chunks = lines.flatMap((line) => (line.type === 'holdings' ? [line] : []));
    expect(chunks.map(({ head, tokens, nfts }) => [head, tokens.length, nfts.length])).toEqual([
      [HEAD, 0, 500],
      [HEAD, 0, 500],
      [HEAD, 0, 1],
    ]);
    expect(chunks.flatMap((chunk) => chunk.nfts)).toEqual(nfts.map((nft) => nftRow(nft, imagePath)));
    expect(lines.filter(({ type }) => type !== 'holdings')).toEqual([
      progress,
      trouble,
      {
        type: 'documents',
        tokens: [],
        nfts: [
          { index: 998, picture: `/image/${a.mint}` },
          { index: 999, picture: `/image/${b.mint}`, warnings: ['document-invalid'] },
          { index: 1_000 },
        ],
      },
      { type: 'done' },
    ]);
  });

  it('a chunk of the holdings stream has tokens before NFTs, at most 500 rows together', async () => {
    const tokens = nfts
      .map((nft): ExtendedToken => ({ ...nft, inTokenList: null, looksLike: null }) as never)
      .slice(0, 700);
    const holdings = { ...scriptedHoldings(nfts.slice(0, 400)), tokens };
    const lines = await all(linesOf({ type: 'holdings', owner: OWNER, holdings }, done()));
    const chunks = lines.flatMap((line) => (line.type === 'holdings' ? [line] : []));
    expect(chunks.map((chunk) => [chunk.tokens.length, chunk.nfts.length])).toEqual([
      [500, 0],
      [200, 300],
      [0, 100],
    ]);
    expect(chunks.flatMap((chunk) => chunk.tokens)).toEqual(tokens.map((each) => tokenRow(each, imagePath)));
  });

  it('the holdings stream of an empty account contains the account’s summary', async () => {
    const empty: HoldingsEvent = { type: 'holdings', owner: OWNER, holdings: scriptedHoldings([]) };
    expect(await all(linesOf(empty, done()))).toEqual([
      { type: 'holdings', head: { ...HEAD, nfts: 0 }, tokens: [], nfts: [] },
      { type: 'done' },
    ]);
  });

  it('the holdings stream ends with the failure if the list could not be read', async () => {
    expect(await all(linesOf(new Error('gone')))).toEqual([{ ...FAILED, part: 'listing' }]);
    const part: HoldingsEvent = {
      type: 'holdings',
      owner: OWNER,
      holdings: scriptedHoldings([a]),
      missing: 1_000,
    };
    expect((await all(linesOf(part, new Error('gone')))).at(-1)).toEqual({ ...FAILED, part: 'listing' });
  });

  it('the holdings stream reports failed or late documents and ends normally', async () => {
    const failed = await all(linesOf(HOLDINGS, new Error('gone')));
    expect(failed.slice(-2)).toEqual([{ ...FAILED, part: 'documents' }, { type: 'done' }]);
    const late = await all(linesOf(HOLDINGS, done(['documents-late'])));
    expect(late.slice(-2)).toEqual([
      expect.objectContaining({ type: 'failed', part: 'documents', reason: 'documents-late', retry: true }),
      { type: 'done' },
    ]);
  });

  it('a document that arrives in the holdings stream replaces the warnings of its row', async () => {
    const early = withImage(a, { image: '', warnings: ['document-late'] });
    const holdings: HoldingsEvent = { type: 'holdings', owner: OWNER, holdings: scriptedHoldings([early]) };
    const filled: HoldingsEvent = { type: 'documents', tokens: [], nfts: [{ index: 0, item: withImage(a) }] };
    const last = (await statesOf(linesOf(holdings, filled, done()))).at(-1);
    expect(last?.nfts).toEqual([{ ...nftRow(withImage(a), imagePath), settled: true }]);
  });

  it('nothing is written to the holdings stream after the client disconnects', async () => {
    const lines = holdingsLines(say(new Error('gone')), { imagePath, failureOf: () => undefined });
    expect(await all(lines)).toEqual([]);
  });
});

describe('a browser', () => {
  it('the browser receives every row of the holdings stream, then the data from the documents', async () => {
    const states = await statesOf(linesOf(HOLDINGS, DOCUMENTS, done()));
    const listed = states.find((state) => state.listed);
    expect(listed).toMatchObject({ head: HEAD, phase: 'streaming' });
    expect(listed?.nfts).toEqual(nfts.map((nft) => nftRow(nft, imagePath)));
    const last = states.at(-1);
    expect(last).toMatchObject({ phase: 'done', failure: undefined, progress: undefined });
    expect(last?.nfts).toEqual([
      ...nfts.slice(0, 998).map((nft) => nftRow(nft, imagePath)),
      { ...nftRow(withImage(a), imagePath), settled: true },
      { ...nftRow(withImage(b), imagePath), warnings: ['document-invalid'], settled: true },
      { ...nftRow(c, imagePath), settled: true },
    ]);
  });

  it('the browser keeps its rows and reports the failure if documents fail', async () => {
    const last = (await statesOf(linesOf(HOLDINGS, new Error('gone')))).at(-1);
    expect(last).toMatchObject({
      phase: 'done',
      listed: true,
      failure: { part: 'documents', message: 'gone' },
    });
    const none = (await statesOf(linesOf(new Error('gone')))).at(-1);
    expect(none).toMatchObject({ phase: 'failed', listed: false, failure: { part: 'listing' } });
  });

  it('the browser treats a holdings stream that ends early as interrupted', async () => {
    const [first, ...rest] = await all(linesOf(HOLDINGS, done()));
    const cut = (async function* () {
      if (first) yield first;
    })();
    expect(rest.length).toBeGreaterThan(0);
    await expect(statesOf(cut)).rejects.toMatchObject({ name: 'StreamRefused', reason: 'broken-off' });
  });
});
