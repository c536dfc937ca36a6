import { cacheBytes, entryOverhead, stringBytes } from '@/lib/cache-sizes';
import { isUpstreamUnavailable, UpstreamUnavailableError } from '@/lib/errors';
import { byteLengthOf, type JsonText } from '@/lib/json/json-text';
import { abortable, type RequestScope } from '@/lib/promises/request-scope';
import type { AnswerCoverage } from '@/lib/solana/coverage';
import { TtlCache } from '@/lib/ttl-cache';

/** A serialized result, its length in UTF-8 bytes, and its coverage if the method reports it. */
export type WrittenResult = {
  text: JsonText;
  byteLength: number;
  coverage?: AnswerCoverage | undefined;
};

/** Where a response came from: the cache, an equal call in flight, or the method's handler. */
export type CacheResult = 'hit' | 'shared' | 'miss';

/**
 * How a call in flight ended. `abandoned` means a result or a failure that is only for its own caller, such as an abort.
 */
type Settled = { result: WrittenResult } | { failure: unknown } | 'abandoned';

/**
 * Serialized results of recent calls, bounded in bytes. A method declares its cache key and how long a result is valid
 * (`CacheRule`); the dispatcher checks the cache before it calls the handler.
 */
export class ResponseCache {
  private readonly responses = new TtlCache<string, WrittenResult>({
    maxSize: cacheBytes('responseCache'),
    sizeCalculation: ({ text }, key) =>
      (typeof text === 'string' ? stringBytes(text) : byteLengthOf(text)) + entryOverhead(key),
  });
  private readonly inFlight = new Map<string, Promise<Settled>>();

  /** Returns the cached result, if there is one and it is still valid. */
  get(key: string): WrittenResult | undefined {
    return this.responses.get(key);
  }

  /**
   * Returns the cached result, joins an equal call in flight, or computes the result and caches it for its `ttlMs`. An
   * upstream failure rejects all joined calls; after any other failure, each joined call computes its own result.
   * @param deadline the caller's deadline; its scope is not read on a cache hit
   * @throws the errors of `compute`; `deadline-exceeded` for a joined call whose signal is aborted
   */
  async getOrCompute(
    key: string,
    compute: () => Promise<WrittenResult & { ttlMs: number; isShared: boolean }>,
    deadline: { readonly scope: RequestScope },
  ): Promise<{ result: WrittenResult; from: CacheResult }> {
    for (;;) {
      const cached = this.get(key);
      if (cached !== undefined) return { result: cached, from: 'hit' };
      const running = this.inFlight.get(key);
      if (running === undefined) break;
      const settled = await join(running, deadline.scope.signal);
      if (settled === 'abandoned') continue;
      if ('failure' in settled) throw settled.failure;
      return { result: settled.result, from: 'shared' };
    }
    const computed = compute();
    const settled = computed.then(
      (result): Settled => (result.isShared ? { result } : 'abandoned'),
      (failure: unknown): Settled =>
        isUpstreamUnavailable(failure) && !deadline.scope.signal.aborted ? { failure } : 'abandoned',
    );
    this.inFlight.set(key, settled);
    try {
      const result = await computed;
      const { text, byteLength, coverage, ttlMs, isShared } = result;
      if (isShared && ttlMs > 0) this.responses.set(key, { text, byteLength, coverage }, { ttl: ttlMs });
      return { result, from: 'miss' };
    } finally {
      this.inFlight.delete(key);
    }
  }
}

/**
 * Waits for an equal call in flight.
 * @throws UpstreamUnavailableError `deadline-exceeded` if the waiting caller's signal is aborted first
 */
async function join(running: Promise<Settled>, signal: AbortSignal): Promise<Settled> {
  try {
    return await abortable(running, signal);
  } catch (thrown) {
    const message = 'An equal call did not complete within the deadline of this call';
    throw new UpstreamUnavailableError('deadline-exceeded', message, {}, thrown);
  }
}
