import { afterEach, describe, expect, it, vi } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { getFirstHoldings } from '@/lib/services/holdings/get-first-holdings';
import { getItem } from '@/lib/services/holdings/get-item';
import type { HoldingsEvent } from '@/lib/solana/holdings-events';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import type { SolanaSource } from '@/lib/solana/solana-source';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { HoldingsWarning } from '@/lib/solana/warnings';
import { sampleChain } from '@/lib/sources/sample/sample-chain';
import { solanaSource } from '@/lib/sources/solana/solana-chains';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { noDocuments } from '@/lib/testing/solana/no-documents';
import {
  type ScriptedRead,
  scriptedHoldings,
  scriptedNft,
  scriptedSolana,
} from '@/lib/testing/solana/scripted-source';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';
import type { HoldingsWait } from './holdings-stream';
import { HoldingsStreamCache } from './holdings-stream-cache';

const OWNER = addressOf('owner');
const one = scriptedNft('one');
const two = scriptedNft('two');
const withImage = (nft: typeof one) => ({ ...nft, image: `https://images.example/${nft.name}` });
const holdings = scriptedHoldings([one, two]);

const HOLDINGS: HoldingsEvent = { type: 'holdings', owner: OWNER, holdings, tokenUris: new Map() };
const DONE: HoldingsEvent = { type: 'done' };
const progress = (done: number): HoldingsEvent => ({ type: 'progress', step: 'assets', done, total: 9 });

const never = scopeOf(new AbortController().signal);
const watch = (streams: HoldingsStreamCache, owner = OWNER, chainId = 104, scope = never) =>
  streams.resume(chainId, owner).events(scope.signal);
const soon: HoldingsWait = { holdingsMs: 10_000 };

/** Simulates a page, its stream and the page of an item, with a fake source. */
function dashboard() {
  const { solana, reads } = scriptedSolana();
  const ports = { solana, holdingsStreams: new HoldingsStreamCache(solana) };
  const page = (wait = soon, streamFollows = true) =>
    getFirstHoldings(ports, OWNER, 104, wait, streamFollows);
  const stream = (scope = never) => watch(ports.holdingsStreams, OWNER, 104, scope);
  const item = (address: string, scope = never) =>
    getItem(ports, OWNER, address, 104, {
      beforeReading: async () => undefined,
      scope,
    });
  /** Returns the latest listing, once `count` listings have begun. */
  const begun = async (count: number): Promise<ScriptedRead> => {
    await vi.waitFor(() => expect(reads).toHaveLength(count));
    return reads[count - 1] as ScriptedRead;
  };
  return { ports, reads, page, stream, item, begun };
}

/** Resolves when all events so far have reached the subscribers. */
const delivered = () => new Promise((resolve) => setImmediate(resolve));

async function all(events: AsyncIterable<HoldingsEvent>, until?: HoldingsEvent['type']) {
  const found: HoldingsEvent[] = [];
  for await (const event of events) {
    if (event.type !== 'progress') found.push(event);
    if (event.type === until) break;
  }
  return found;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a page and its stream', () => {
  it('a page and its stream together list the wallet once, although nothing is cached', async () => {
    const { transport, tokenList } = sampleChain();
    const calls: string[] = [];
    const counting: Transport = (method, params, scope, options) => {
      calls.push(method);
      return transport(method, params, scope, options);
    };
    const chains = new Map([[104, { transport: counting, tokenList }]]);
    const solana = solanaSource({ chains, fillDocuments: noDocuments });
    const ports = { solana, holdingsStreams: new HoldingsStreamCache(solana) };
    const { listing } = await getFirstHoldings(ports, SAMPLE_WALLET, 104, { holdingsMs: 10_000 }, true);
    expect(listing).toBeDefined();
    const events = await all(watch(ports.holdingsStreams, SAMPLE_WALLET));
    expect(events).toMatchObject([{ type: 'holdings', holdings: listing?.holdings }, DONE]);
    await getItem(ports, SAMPLE_WALLET, String(listing?.holdings.nfts[0]?.mint), 104, {
      beforeReading: () => Promise.reject(new Error('the account was read by its page')),
      scope: never,
    });
    // One list for each of the two token programs.
    expect(calls.filter((method) => method === 'getTokenAccountsByOwner')).toHaveLength(2);
    await all(watch(ports.holdingsStreams, SAMPLE_WALLET));
    expect(calls.filter((method) => method === 'getTokenAccountsByOwner')).toHaveLength(4);
  });

  it('getItem reads nothing from the chain if beforeReading rejects', async () => {
    const { ports, reads } = dashboard();
    const beforeReading = () => Promise.reject(new Error('too dear'));
    const options = { beforeReading, scope: never };
    await expect(getItem(ports, OWNER, OWNER, 104, options)).rejects.toThrow('too dear');
    expect(reads).toHaveLength(0);
  });

  it('a page and its stream share a listing that is still running', async () => {
    const { page, stream, begun, reads } = dashboard();
    expect(await page({ holdingsMs: 1 })).toMatchObject({ listing: undefined });
    const events = all(stream());
    (await begun(1)).say(progress(1), HOLDINGS, DONE);
    expect(await events).toEqual([HOLDINGS, DONE]);
    expect(reads).toHaveLength(1);
  });

  it('a stream that joins a completed listing gets the result at once', async () => {
    const { page, stream, begun, reads } = dashboard();
    const first = page({ holdingsMs: 10_000 });
    (await begun(1)).say(HOLDINGS, DONE);
    expect(await first).toMatchObject({ listing: { holdings } });
    expect(await all(stream())).toEqual([HOLDINGS, DONE]);
    expect(reads).toHaveLength(1);
  });

  it('a page and its stream use the latest listing, even if another page opens before the first stream starts', async () => {
    const { page, stream, begun, reads } = dashboard();
    const first = page();
    (await begun(1)).say(HOLDINGS);
    await first;
    const second = page();
    const newest = await begun(2);
    newest.say(HOLDINGS);
    await second;
    const streams = [all(stream()), all(stream())];
    newest.say(DONE);
    for (const events of streams) expect((await events).at(-1)).toEqual(DONE);
    expect(reads).toHaveLength(2);
  });

  it('a stream that is opened without a page or as a retry starts a new listing', async () => {
    const { stream, begun } = dashboard();
    for (const count of [1, 2]) {
      const events = all(stream());
      (await begun(count)).say(HOLDINGS, DONE);
      expect((await events).at(-1)).toEqual(DONE);
    }
  });
});

describe('leaving', () => {
  it('a listing stops when its last subscriber leaves', async () => {
    const { stream, begun } = dashboard();
    const left = new AbortController();
    const other = new AbortController();
    const leaving = all(stream(scopeOf(left.signal)));
    const staying = all(stream(scopeOf(other.signal)));
    const { scope, say } = await begun(1);
    say(progress(1));
    left.abort();
    await expect(leaving).rejects.toMatchObject({ reason: 'deadline-exceeded' });
    expect(scope.signal.aborted).toBe(false);
    other.abort();
    await expect(staying).rejects.toMatchObject({
      data: { progress: { step: 'assets', done: 1, total: 9 } },
    });
    expect(scope.signal.aborted).toBe(true);
  });

  it('after a page is closed, its listing continues for the stream for 30 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { page, begun, stream } = dashboard();
    const first = page();
    const { scope, say } = await begun(1);
    say(HOLDINGS);
    await first;
    vi.advanceTimersByTime(29_000);
    expect(scope.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(scope.signal.aborted).toBe(true);
    void all(stream()).catch(() => undefined);
    await begun(2);
  });

  it('the listing for a share image stops when the request for the image is canceled', async () => {
    const { page, begun } = dashboard();
    // Long enough that the listing begins even if the machine is busy.
    const first = page({ holdingsMs: 2_000 }, false);
    const { scope } = await begun(1);
    expect(scope.signal.aborted).toBe(false);
    await first;
    expect(scope.signal.aborted).toBe(true);
  });

  it('if many pages open without a stream, the listings of the oldest pages are dropped', async () => {
    const { solana, reads } = scriptedSolana();
    const holdingsStreams = new HoldingsStreamCache(solana);
    for (let i = 0; i < 40; i++) holdingsStreams.begin(104, addressOf(`wallet ${i}`));
    await vi.waitFor(() => expect(reads).toHaveLength(8));
    expect(reads.map(({ owner }) => owner)).toEqual(
      Array.from({ length: 8 }, (_, i) => addressOf(`wallet ${i + 8}`)),
    );
    expect(reads.some(({ scope }) => scope.signal.aborted)).toBe(false);
  });

  it('a listing holds one of eight permits for its chain until the list has arrived or has failed', async () => {
    const { solana, reads } = scriptedSolana();
    const holdingsStreams = new HoldingsStreamCache(solana);
    for (let i = 0; i < 10; i++) holdingsStreams.begin(104, addressOf(`wallet ${i}`));
    await vi.waitFor(() => expect(reads).toHaveLength(8));
    reads[3]?.say(progress(1));
    await delivered();
    expect(reads).toHaveLength(8);
    reads[3]?.say(HOLDINGS, DONE);
    await vi.waitFor(() => expect(reads).toHaveLength(9));
    reads[5]?.fail(new Error('the chain is away'));
    await vi.waitFor(() => expect(reads).toHaveLength(10));
  });
});

describe('a failing node', () => {
  it('a page sends no request to a failing node before the next attempt is due', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { solana, reads } = scriptedSolana();
    const failing: SolanaSource = { ...solana, trouble: () => ({ kind: 'failing', againInMs: 8_000 }) };
    new HoldingsStreamCache(failing).begin(104, OWNER);
    await delivered();
    vi.advanceTimersByTime(7_999);
    await delivered();
    expect(reads).toHaveLength(0);
    vi.advanceTimersByTime(1);
    await delivered();
    expect(reads).toHaveLength(1);
  });
});

describe('a subscriber', () => {
  it('a slow subscriber is not sent progress events that are already outdated', async () => {
    const { stream, begun } = dashboard();
    const events = stream();
    const first = events.next();
    const { say } = await begun(1);
    say(progress(0));
    expect((await first).value).toEqual(progress(0));
    // When this second subscriber ends, every event has been delivered.
    const other = all(stream());
    say(...Array.from({ length: 9 }, (_, i) => progress(i + 1)), HOLDINGS);
    say(DONE);
    await other;
    const rest = [];
    for await (const event of events) rest.push(event.type);
    expect(rest).toEqual(['holdings', 'done']);
  });

  it('a subscriber gets the error of a failed listing, and the next stream starts a new one', async () => {
    const { page, stream, begun } = dashboard();
    await page({ holdingsMs: 1 });
    const events = all(stream());
    (await begun(1)).fail(new Error('upstream is away'));
    await expect(events).rejects.toThrow('upstream is away');
    const again = all(stream());
    (await begun(2)).say(HOLDINGS, DONE);
    expect(await again).toHaveLength(2);
  });

  it('a page gets the error of a listing that fails before the page is sent', async () => {
    const { page, begun } = dashboard();
    const first = page();
    (await begun(1)).fail(new Error('upstream is away'));
    await expect(first).rejects.toThrow('upstream is away');
  });
});

describe('an item', () => {
  it('the page of an item uses a recent listing from its account’s page', async () => {
    const { page, item, begun, reads } = dashboard();
    const first = page({ holdingsMs: 10_000 });
    (await begun(1)).say(HOLDINGS, DONE);
    await first;
    expect(await item(one.address)).toEqual({ kind: 'nft', item: one });
    expect(await item(two.mint)).toEqual({ kind: 'nft', item: two });
    expect(reads).toHaveLength(1);
  });

  it.each<HoldingsWarning[]>([[], ['das-unavailable']])(
    'the page of an item that a listing with the warnings “%s” lacks reads the item',
    async (...warnings) => {
      const later: SolanaSource = {
        ...scriptedSolana().solana,
        getHoldings: async () => scriptedHoldings([two]),
      };
      const holdingsStreams = new HoldingsStreamCache({
        ...later,
        listItems: async () => ({
          owner: OWNER,
          holdings: { ...scriptedHoldings([one]), warnings },
          tokenUris: new Map(),
        }),
      });
      holdingsStreams.begin(104, OWNER);
      await until('it is listed', () => holdingsStreams.known(104, OWNER)?.listing !== undefined);
      const options = { beforeReading: async () => undefined, scope: never };
      expect(await getItem({ solana: later, holdingsStreams }, OWNER, two.mint, 104, options)).toEqual({
        kind: 'nft',
        item: two,
      });
    },
  );

  it('the page of an item reads only the item’s mint if the account was not listed recently', async () => {
    const asked: unknown[] = [];
    const { solana } = scriptedSolana();
    const alone: SolanaSource = {
      ...solana,
      getHoldings: async (_chain, _owner, { selection, parseMetadataUri }) => {
        asked.push({ selection, parseMetadataUri });
        return scriptedHoldings([withImage(two)]);
      },
    };
    let units = 0;
    const options = {
      beforeReading: async () => {
        units += 9;
      },
      scope: never,
    };
    const ports = { solana: alone, holdingsStreams: new HoldingsStreamCache(alone) };
    expect(await getItem(ports, OWNER, two.mint, 104, options)).toEqual({
      kind: 'nft',
      item: withImage(two),
    });
    expect(asked).toEqual([{ selection: { mints: [two.mint] }, parseMetadataUri: true }]);
    expect(units).toBe(9);
    expect(await getItem(ports, OWNER, 'no address', 104, options)).toBeUndefined();
  });
});

describe('a page', () => {
  const pageOf = (wait: HoldingsWait, over: Partial<SolanaSource> = {}) => {
    const { solana, reads } = scriptedSolana();
    const source = { ...solana, ...over };
    const ports = { solana: source, holdingsStreams: new HoldingsStreamCache(source) };
    const first = getFirstHoldings(ports, OWNER, 104, wait, true);
    return { first, reads };
  };

  it('a page does not wait for a failing node, and reports the problem', async () => {
    const limited = { kind: 'limited', againInMs: 4_000 } as const;
    const wait = { holdingsMs: 3_600_000, troubleMs: 1 };
    const { first } = pageOf(wait, { trouble: () => limited });
    expect(await first).toMatchObject({ listing: undefined, trouble: limited });
  });
});

describe('the node’s trouble', () => {
  it('the stream reports each change of the node’s problem until the list arrives', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { solana, reads } = scriptedSolana();
    let trouble: UpstreamHealth | undefined = { kind: 'limited', againInMs: 4_000 };
    const source: SolanaSource = { ...solana, trouble: () => trouble };
    const events = watch(new HoldingsStreamCache(source));
    expect((await events.next()).value).toEqual({ type: 'trouble', trouble });
    const next = events.next();
    trouble = { kind: 'limited', againInMs: 3_500 };
    await delivered();
    vi.advanceTimersByTime(500);
    await delivered();
    trouble = undefined;
    vi.advanceTimersByTime(500);
    expect((await next).value).toEqual({ type: 'trouble', trouble: null });
    reads[0]?.say(HOLDINGS);
    expect((await events.next()).value).toEqual(HOLDINGS);
    trouble = { kind: 'failing', againInMs: 4_000 };
    reads[0]?.say(DONE);
    expect((await events.next()).value).toEqual(DONE);
  });
});

describe('the resources of reads', () => {
  it('a request for an unsupported chain starts no listing', async () => {
    const { ports, reads } = dashboard();
    const stream = watch(ports.holdingsStreams, OWNER, 5_000);
    await expect(stream.next()).rejects.toMatchObject({ name: 'UnsupportedChainError', supported: [104] });
    expect(reads).toHaveLength(0);
  });
});
