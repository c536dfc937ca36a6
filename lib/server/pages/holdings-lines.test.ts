import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  applyEvent,
  type HoldingsLine,
  type HoldingsState,
  NO_HOLDINGS,
} from '@/lib/dashboard/account/holdings-state';
import { readHoldings } from '@/lib/dashboard/account/read-holdings';
import { withoutAssets } from '@/lib/solana/coverage';
import type { ExtendedHoldings, ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import type { HoldingsEvent, TokenUris } from '@/lib/solana/holdings-events';
import { scriptedHoldings, scriptedNft } from '@/lib/testing/solana/scripted-source';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { holdingsLines } from './account-page';
import { ndjson } from './page-look-up';

const OWNER = addressOf('owner');
const IMAGES = 'https://images.example/';
const DOCUMENTS = 'https://documents.example/';
const imagePath = (url: string, kind: 'image' | 'document') => {
  const [origin, path] = kind === 'image' ? [IMAGES, '/image/'] : [DOCUMENTS, '/document/'];
  return url.startsWith(origin) ? url.replace(origin, path) : undefined;
};
const nfts = Array.from({ length: 1_001 }, (_, i) => scriptedNft(`nft ${i}`));
const withImage = (nft: ExtendedNft, file: string): ExtendedNft => ({ ...nft, image: IMAGES + file });
const withoutUri = ({ metadata, ...nft }: ExtendedNft): ExtendedNft => ({
  ...nft,
  metadata: { ...metadata, data: { ...metadata.data, uri: '' } },
});
const scriptedToken = (label: string, image = ''): ExtendedToken =>
  ({ ...scriptedNft(label), image, inTokenList: null, looksLike: null }) as never;
/** The row that the page shows for `scriptedNft(label)`. */
const nftRowOf = (label: string) => ({
  address: addressOf(`${label} account`),
  mint: addressOf(`${label} mint`),
  name: label,
  symbol: '',
  picture: `/document/${label}`,
  unverified: true,
});
/** The row that the page shows for `scriptedToken(label)`. */
const tokenRowOf = (label: string) => ({
  address: addressOf(`${label} account`),
  mint: addressOf(`${label} mint`),
  name: label,
  symbol: '',
  amount: '1',
  decimals: 0,
});
const ROWS = nfts.map((_, i) => nftRowOf(`nft ${i}`));
const holdingsEvent = (holdings: ExtendedHoldings, tokenUris: TokenUris = new Map()): HoldingsEvent => ({
  type: 'holdings',
  owner: OWNER,
  holdings,
  tokenUris,
});
const HOLDINGS = holdingsEvent(scriptedHoldings(nfts));
const DONE: HoldingsEvent = { type: 'done' };
const [a, b, c] = nfts.slice(-3) as [ExtendedNft, ExtendedNft, ExtendedNft];

async function* say(...events: (HoldingsEvent | Error)[]) {
  for (const event of events) {
    if (event instanceof Error) throw event;
    yield event;
  }
}
const linesOf = (...events: (HoldingsEvent | Error)[]) =>
  holdingsLines(say(...events), {
    rank: () => undefined,
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
    const lines = await all(linesOf(progress, trouble, HOLDINGS, DONE));
    const chunks = lines.flatMap((line) => (line.type === 'holdings' ? [line] : []));
    expect(chunks.map(({ head, tokens, nfts }) => [head, tokens.length, nfts.length])).toEqual([
      [HEAD, 0, 500],
      [HEAD, 0, 500],
      [HEAD, 0, 1],
    ]);
    expect(chunks.flatMap((chunk) => chunk.nfts)).toEqual(ROWS);
    expect(lines.filter(({ type }) => type !== 'holdings')).toEqual([progress, trouble, { type: 'done' }]);
  });

  it('a chunk of the holdings stream has tokens before NFTs, at most 500 rows together', async () => {
    const tokens = Array.from({ length: 700 }, (_, i) => scriptedToken(`token ${i}`));
    const holdings = { ...scriptedHoldings(nfts.slice(0, 400)), tokens };
    const lines = await all(linesOf(holdingsEvent(holdings), DONE));
    const chunks = lines.flatMap((line) => (line.type === 'holdings' ? [line] : []));
    expect(chunks.map((chunk) => [chunk.tokens.length, chunk.nfts.length])).toEqual([
      [500, 0],
      [200, 300],
      [0, 100],
    ]);
    expect(chunks.flatMap((chunk) => chunk.tokens)).toEqual(tokens.map((_, i) => tokenRowOf(`token ${i}`)));
  });

  it('the holdings stream of an empty account contains the account’s summary', async () => {
    expect(await all(linesOf(holdingsEvent(scriptedHoldings([])), DONE))).toEqual([
      { type: 'holdings', head: { ...HEAD, nfts: 0 }, tokens: [], nfts: [] },
      { type: 'done' },
    ]);
  });

  it('the holdings stream ends with the failure if the list could not be read', async () => {
    expect(await all(linesOf(new Error('gone')))).toEqual([FAILED]);
  });

  it('nothing is written to the holdings stream after the client disconnects', async () => {
    const lines = holdingsLines(say(new Error('gone')), {
      imagePath,
      rank: () => undefined,
      failureOf: () => undefined,
    });
    expect(await all(lines)).toEqual([]);
  });
});

describe('a browser', () => {
  it('the browser receives every row of the holdings stream', async () => {
    const states = await statesOf(linesOf(HOLDINGS, DONE));
    const listed = states.find((state) => state.listed);
    expect(listed).toMatchObject({ head: HEAD, phase: 'streaming' });
    const last = states.at(-1);
    expect(last).toMatchObject({ phase: 'done', failure: undefined, progress: undefined });
    expect(last?.nfts).toEqual(ROWS);
  });

  it('each row has the path of its image, or of its document, and none if neither can be fetched', async () => {
    const holdings = {
      ...scriptedHoldings([withImage(a, 'a.png'), b, withoutUri(c)]),
      tokens: [
        scriptedToken('gold', `${IMAGES}gold.png`),
        scriptedToken('ore'),
        scriptedToken('lead', 'ftp://host.example/lead.png'),
        scriptedToken('tin'),
      ],
    };
    const uris = new Map([[addressOf('ore account'), `${DOCUMENTS}ore`]]);
    const states = await statesOf(linesOf(holdingsEvent(holdings, uris), DONE));
    expect(states.at(-1)?.tokens).toEqual([
      { ...tokenRowOf('gold'), picture: '/image/gold.png' },
      { ...tokenRowOf('ore'), picture: '/document/ore' },
      tokenRowOf('lead'),
      tokenRowOf('tin'),
    ]);
    const { picture: _, ...unpictured } = nftRowOf('nft 1000');
    expect(states.at(-1)?.nfts).toEqual([
      { ...nftRowOf('nft 998'), picture: '/image/a.png' },
      { ...nftRowOf('nft 999'), picture: '/document/nft 999' },
      unpictured,
    ]);
  });

  it('the browser keeps its rows and reports the failure if the list cannot be read', async () => {
    const none = (await statesOf(linesOf(new Error('gone')))).at(-1);
    expect(none).toMatchObject({ phase: 'failed', listed: false, failure: { message: 'gone' } });
  });

  it('the browser treats a holdings stream that ends early as interrupted', async () => {
    const [first, ...rest] = await all(linesOf(HOLDINGS, DONE));
    const cut = (async function* () {
      if (first) yield first;
    })();
    expect(rest.length).toBeGreaterThan(0);
    await expect(statesOf(cut)).rejects.toMatchObject({ name: 'StreamRefused', reason: 'broken-off' });
  });
});
