import { cacheBytes, entryOverhead } from '@/lib/cache-sizes';
import { Coalescer } from '@/lib/promises/coalesce';
import { KeyedSemaphore } from '@/lib/promises/keyed-semaphore';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { MemoryReservation, UNCOUNTED_BYTES } from '@/lib/promises/memory-reservation';
import { type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import { TtlCache } from '@/lib/ttl-cache';
import { fetchMedia, type MediaFetcher } from './fetch-media';
import { ImageError } from './image-error';
import { type MediaType, mediaType } from './image-type';
import type { Viewer } from './thumbnails';

/** A complete video or audio file. */
type Recording = { contentType: MediaType; body: Uint8Array };

/**
 * An audio or video file whose memory stays reserved until the caller calls `release`: after sending it, or when the
 * client disconnects.
 */
export type LentRecording = Recording & { release: () => void };

const RECORDING_BOUNDS = { maxBytes: 50 * 1024 * 1024, ms: 60_000, accept: 'video/*, audio/*' };
/** Maximum number of concurrent fetches, for all viewers together. */
const MAX_AT_ONCE = 3;
/** Maximum number of files being sent to one viewer. A slow viewer keeps each of them in memory for a long time. */
const MAX_UNSENT = 2;

/** A fetch in flight. */
type Fetch = { viewer: string; startedAt: number; abort: (reason: ImageError) => void };

const busy = () => new ImageError(503, 'busy', 'Other recordings are being fetched; try again');

/**
 * Fetches complete untrusted videos and audio files and caches the latest ones. Viewers are served round-robin. Each
 * viewer gets only one permit, and a slow fetch loses it if another viewer waits.
 */
export class Recordings {
  private readonly cache = new TtlCache<string, Recording>({
    maxSize: cacheBytes('recordings'),
    sizeCalculation: ({ body }, url) => body.length + entryOverhead(url),
    ttl: 300_000,
  });
  private readonly fetching = new Coalescer<Recording>();
  private readonly places = new KeyedSemaphore({ total: MAX_AT_ONCE, perKey: 1 });
  /** Fetches in flight, oldest first. */
  private readonly running = new Set<Fetch>();
  /** Number of files being sent, by viewer. */
  private readonly unsent = new Map<string, number>();

  /**
   * Creates the cache of audio and video files.
   * @param turnMs how long a fetch keeps its permit, in ms, while other viewers wait for one
   */
  constructor(
    private readonly fetcher: MediaFetcher,
    private readonly turnMs = 5_000,
  ) {}

  /**
   * Returns a complete audio or video file of at most 50 MB. The caller must release it. The fetch is aborted once no
   * viewer is waiting for it.
   * @throws ImageError; the reason of the viewer's signal when it is aborted
   */
  async get(url: string, viewer: Viewer): Promise<LentRecording> {
    const { name, signal } = viewer;
    const fetch = (shared: RequestScope) => this.inTurn(url, { name, signal: shared.signal });
    const { contentType, body } =
      this.cache.get(url) ?? (await this.fetching.run(url, fetch, scopeOf(signal)));
    return { contentType, body, release: this.lend(body.length, viewer) };
  }

  /**
   * Reserves memory for a file that is sent to a viewer.
   * @returns a function that releases the memory
   * @throws ImageError if there is not enough memory, or the viewer has too many unsent files
   */
  private lend(bytes: number, { name }: Viewer): () => void {
    if (bytes <= UNCOUNTED_BYTES) return () => undefined;
    const { memory } = this.fetcher;
    const unsent = this.unsent.get(name) ?? 0;
    if (unsent >= MAX_UNSENT || memory?.tryTake(bytes) === false) throw busy();
    this.unsent.set(name, unsent + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      memory?.give(bytes);
      const left = (this.unsent.get(name) ?? 1) - 1;
      if (left === 0) this.unsent.delete(name);
      else this.unsent.set(name, left);
    };
  }

  private async inTurn(url: string, { name, signal }: Viewer): Promise<Recording> {
    const release = await this.acquire(name, signal);
    const job = linkedSignal(signal);
    let taken: ImageError | undefined;
    const abort = (reason: ImageError) => {
      taken = reason;
      job.abort(reason);
    };
    const fetch: Fetch = { viewer: name, startedAt: performance.now(), abort };
    this.running.add(fetch);
    try {
      return await this.fetchAndKeep(url, job.signal);
    } catch (thrown) {
      throw taken ?? thrown;
    } finally {
      this.running.delete(fetch);
      job.clear();
      release();
    }
  }

  /** Waits for a permit. Meanwhile aborts a fetch of another viewer that has kept its permit for too long. */
  private async acquire(name: string, signal: AbortSignal): Promise<() => void> {
    const wait = linkedSignal(signal, { timeoutMs: 20_000 });
    let look: NodeJS.Timeout | undefined;
    const makeRoom = () => {
      const now = performance.now();
      const isOver = ({ viewer, startedAt }: Fetch) => viewer !== name && now - startedAt >= this.turnMs;
      const running = [...this.running];
      // A viewer who already has a fetch in flight must not abort those of other viewers.
      if (running.length >= MAX_AT_ONCE && running.every(({ viewer }) => viewer !== name))
        running.find(isOver)?.abort(busy());
      look = setTimeout(makeRoom, Math.max(this.turnMs / 4, 50));
    };
    makeRoom();
    try {
      return await this.places.acquire(name, wait.signal);
    } catch (thrown) {
      throw signal.aborted ? thrown : busy();
    } finally {
      clearTimeout(look);
      wait.clear();
    }
  }

  private async fetchAndKeep(url: string, signal: AbortSignal): Promise<Recording> {
    const held = new MemoryReservation(this.fetcher.memory, signal);
    try {
      return this.keep(url, await fetchMedia(this.fetcher, url, RECORDING_BOUNDS, held, signal));
    } finally {
      held.release();
    }
  }

  private keep(url: string, body: Uint8Array): Recording {
    const contentType = mediaType(body);
    if (contentType === undefined)
      throw new ImageError(415, 'not-media', 'The file is neither video nor audio');
    const recording = { contentType, body };
    this.cache.set(url, recording);
    return recording;
  }
}
