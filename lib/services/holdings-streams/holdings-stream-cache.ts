import { EventEmitter } from 'node:events';
import { cacheBytes } from '@/lib/cache-sizes';
import { UnsupportedChainError } from '@/lib/errors';
import { outsideRequest, type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import { Semaphore } from '@/lib/promises/semaphore';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { HoldingsProgress, ItemListing } from '@/lib/solana/holdings-events';
import type { SolanaSource } from '@/lib/solana/solana-source';
import { TtlCache } from '@/lib/ttl-cache';
import { HoldingsStream, type HoldingsStreamOptions, waitForChange } from './holdings-stream';

/** How long a listing that was started by a page waits for the stream that the page's script opens, in ms. */
const HANDOVER_MS = 30_000;
/** Maximum number of concurrent listings on one chain. */
const MAX_READING = 8;
/** Maximum number of running listings that have no subscribers. */
const MAX_UNATTENDED = 32;

/**
 * Listings of holdings that dashboard pages share, across visitors. A page starts a listing, the page's stream
 * subscribes to it, and item pages use the result. RPC methods do not use this cache.
 */
export class HoldingsStreamCache {
  /** The running listing of each account, by chain and address, in the order of their start. */
  private readonly running = new Map<string, HoldingsStream>();
  /** Finished listings, for item pages. */
  private readonly recent = new TtlCache<string, HoldingsStream>({
    maxSize: cacheBytes('holdingsStreams'),
    sizeCalculation: ({ bytes }) => bytes,
    ttl: 120_000,
  });

  /** Limits concurrent listings, by chain. */
  private readonly places = new Semaphore(Number.POSITIVE_INFINITY, MAX_READING);

  constructor(private readonly solana: SolanaSource) {}

  /** Starts a listing for a page and keeps it running for the page's stream. */
  begin(chainId: number, owner: SolanaAddress): HoldingsStream {
    const stream = this.fresh(chainId, owner);
    stream.keep(HANDOVER_MS);
    const unattended = [...this.running.values()].filter(({ hasSubscribers }) => !hasSubscribers);
    for (const each of unattended.slice(0, -MAX_UNATTENDED)) if (each !== stream) each.release();
    return stream;
  }

  /**
   * Returns the listing that a page recently started, or a new one. The caller must subscribe synchronously, or it may
   * stop.
   */
  resume(chainId: number, owner: SolanaAddress): HoldingsStream {
    const newest = this.known(chainId, owner);
    return newest?.isKept ? newest : this.fresh(chainId, owner);
  }

  /**
   * Returns a listing whose list has not arrived yet; starts one if needed. The caller must subscribe synchronously, or
   * the listing may stop.
   */
  fresh(chainId: number, owner: SolanaAddress): HoldingsStream {
    return this.running.get(keyOf(chainId, owner)) ?? this.start(chainId, owner);
  }

  /** Returns the running listing of an account, otherwise the latest finished one. */
  known(chainId: number, owner: SolanaAddress): HoldingsStream | undefined {
    const key = keyOf(chainId, owner);
    return this.running.get(key) ?? this.recent.get(key);
  }

  private start(chainId: number, owner: SolanaAddress): HoldingsStream {
    const key = keyOf(chainId, owner);
    const options: HoldingsStreamOptions = {
      read: (signal, onProgress) => this.list(chainId, owner, scopeOf(signal), onProgress),
      trouble: () => this.solana.trouble(chainId),
      onOver: (over) => {
        this.running.delete(key);
        if (over.listing !== undefined) this.recent.set(key, over);
      },
    };
    const stream = outsideRequest(() => new HoldingsStream(options));
    this.running.set(key, stream);
    return stream;
  }

  /** Waits for a permit and lists the account. */
  private async list(
    chainId: number,
    owner: SolanaAddress,
    scope: RequestScope,
    onProgress: (progress: HoldingsProgress) => void,
  ): Promise<ItemListing> {
    const { chainIds } = this.solana;
    if (!chainIds.includes(chainId)) throw new UnsupportedChainError(chainId, chainIds);
    await this.untilRetry(chainId, scope.signal);
    const release = await this.places.acquire(scope.signal, chainId);
    try {
      scope.signal.throwIfAborted();
      return await this.solana.listItems(chainId, owner, { tolerateDasFailure: true, scope }, onProgress);
    } finally {
      release();
    }
  }

  /** Waits until a failing node may be called again. Until then, every call would fail immediately. */
  private async untilRetry(chainId: number, signal: AbortSignal): Promise<void> {
    const trouble = this.solana.trouble(chainId);
    if (trouble?.kind === 'failing' && trouble.againInMs > 0)
      await waitForChange(new EventEmitter(), trouble.againInMs, signal);
  }
}

const keyOf = (chainId: number, owner: SolanaAddress) => `${chainId}:${owner}`;
