import { cacheBytes } from '@/lib/cache-sizes';
import { UnsupportedChainError } from '@/lib/errors';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { Notifier } from '@/lib/promises/notifier';
import { type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import { Semaphore } from '@/lib/promises/semaphore';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { holdingsBytes } from '@/lib/solana/holdings-bytes';
import type { SolanaSource } from '@/lib/solana/solana-source';
import type { ViewportPriority } from '@/lib/solana/viewport-priority';
import { TtlCache } from '@/lib/ttl-cache';
import { HoldingsStream } from './holdings-stream';

/** How long a page's read goes on for the stream that the page's script will open, and waits for it when done. */
const HANDOVER_MS = 30_000;
/** Concurrent reads of one chain. */
const MAX_READING = 8;
/** Most reads that go on while nobody follows them. */
const MAX_UNATTENDED = 32;
/** How long a finished read serves the pages of its items; a large one takes the room of many. */
const RECENT_MS = 120_000;
const LARGE_RECENT_MS = 30_000;
const LARGE_BYTES = 2_000_000;

/**
 * The reads of holdings that the dashboard's pages share, whoever visits them: a page begins one, its stream goes on
 * with the same, and the pages of its items look at it afterwards. None of it answers the RPC.
 */
export class HoldingsStreamCache {
  /** The newest read of each account, by chain and address. */
  private readonly running = new Map<string, HoldingsStream>();
  private readonly recent = new TtlCache<string, HoldingsStream>({
    maxSize: cacheBytes('holdingsStreams'),
    sizeCalculation: ({ bytes }) => bytes,
    ttl: RECENT_MS,
  });

  /** Places for those that read the chain, by chain. */
  private readonly places = new Map<number, Semaphore>();

  /** @param memory what all work under way may hold */
  constructor(
    private readonly solana: SolanaSource,
    private readonly memory?: ByteBudget,
  ) {}

  /** For a page: a fresh read, which goes on for the stream that follows. */
  begin(chainId: number, owner: SolanaAddress): HoldingsStream {
    const read = this.fresh(chainId, owner);
    this.expectStream(read);
    return read;
  }

  /** For the stream: the read that its page began, else a fresh one. To be followed at once. */
  resume(chainId: number, owner: SolanaAddress): HoldingsStream {
    const newest = this.newest(keyOf(chainId, owner));
    return newest?.subscribers.takeReservation() ? newest : this.fresh(chainId, owner);
  }

  /** A read that nobody has seen holdings of yet. To be followed at once. */
  fresh(chainId: number, owner: SolanaAddress): HoldingsStream {
    const running = this.running.get(keyOf(chainId, owner));
    return running !== undefined && !running.hasHoldings ? running : this.start(chainId, owner);
  }

  /** What is known of an account: the read that goes on, or the latest one. */
  known(chainId: number, owner: SolanaAddress): HoldingsStream | undefined {
    return this.newest(keyOf(chainId, owner));
  }

  private newest(key: string): HoldingsStream | undefined {
    return this.running.get(key) ?? this.recent.get(key);
  }

  private start(chainId: number, owner: SolanaAddress): HoldingsStream {
    const key = keyOf(chainId, owner);
    const older = this.newest(key);
    const read = new HoldingsStream(
      (signal, viewport) => this.watch(chainId, owner, scopeOf(signal), viewport),
      () => {
        if (this.running.get(key) !== read) return;
        this.running.delete(key);
        if (read.isDone)
          this.recent.set(key, read, { ttl: read.bytes > LARGE_BYTES ? LARGE_RECENT_MS : RECENT_MS });
      },
    );
    // Behind the others, also where it replaces an older one.
    this.running.delete(key);
    this.running.set(key, read);
    // Streams of earlier pages find the newest read alone.
    while (older?.subscribers.takeReservation()) this.expectStream(read);
    older?.subscribers.cancelReservations();
    return read;
  }

  /** Watches in turn: the place is given back when the chain has been read. */
  private async *watch(
    chainId: number,
    owner: SolanaAddress,
    scope: RequestScope,
    viewport: ViewportPriority,
  ) {
    // Before anything is kept of it: a visitor may name any number.
    const { chainIds } = this.solana;
    if (!chainIds.includes(chainId)) throw new UnsupportedChainError(chainId, chainIds);
    let places = this.places.get(chainId);
    if (places === undefined) {
      places = new Semaphore(MAX_READING);
      this.places.set(chainId, places);
    }
    await this.untilAsked(chainId, scope.signal);
    const release = await places.acquire(scope.signal);
    let held = 0;
    try {
      scope.signal.throwIfAborted();
      const options = { parseMetadataUri: true, tolerateDasFailure: true, scope, viewport };
      for await (const event of this.solana.watchHoldings(chainId, owner, options)) {
        if (event.type !== 'progress') release();
        if (event.type === 'holdings') {
          // A page is read for as long as documents come: for half an hour, if a host is slow enough.
          const bytes = holdingsBytes(event.holdings);
          await this.memory?.take(bytes, scope.signal);
          held += bytes;
        }
        yield event;
      }
    } finally {
      release();
      this.memory?.give(held);
    }
  }

  /** A node that is left alone for a while would only be given up on at once: its reader waits until it is asked. */
  private async untilAsked(chainId: number, signal: AbortSignal): Promise<void> {
    const trouble = this.solana.trouble(chainId);
    if (trouble?.kind === 'failing' && trouble.againInMs > 0)
      await new Notifier().wait({ signal, ms: trouble.againInMs });
  }

  private expectStream(read: HoldingsStream): void {
    read.subscribers.reserve(HANDOVER_MS);
    const unattended = [...this.running.values()].filter(
      ({ subscribers }) => subscribers.hasOnlyReservations,
    );
    for (const each of unattended.slice(0, -MAX_UNATTENDED)) each.subscribers.cancelReservations();
  }
}

const keyOf = (chainId: number, owner: SolanaAddress) => `${chainId}:${owner}`;
