import { setImmediate as nextTurn } from 'node:timers/promises';
import { cacheBytes, entryOverhead, stringBytes } from '@/lib/cache-sizes';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { MemoryReservation } from '@/lib/promises/byte-budget';
import { Coalescer } from '@/lib/promises/coalesce';
import { Semaphore } from '@/lib/promises/semaphore';
import { MAX_DOCUMENT_BYTES } from '@/lib/solana/documents/data-uri';
import { type Gateways, type Location, locate, resolveImage } from '@/lib/solana/documents/document-uri';
import { SAMPLE_HOST } from '@/lib/solana/sample-addresses';
import { TtlCache } from '@/lib/ttl-cache';
import { hostOf } from './check-target';
import type { GuardedFetch } from './guarded-fetch';
import { failedDocument, type OffChainDocument, readDocument } from './read-document';

export type DocumentsOptions = {
  fetch: GuardedFetch;
  gateways: Gateways;
  /** Hosts (`host:port`) whose images may use http, for development. Default: none. */
  httpHosts?: readonly string[];
  /** Memory budget shared by all calls in flight. Default: unlimited. */
  memory?: ByteBudget | undefined;
  /** Returns a document of the sample network by its path. */
  sampleDocument?: ((path: string) => Promise<string | undefined>) | undefined;
  /** How long to cache documents that can change; content-addressed ones do not expire. Default 10 minutes. */
  keepMs?: number;
  /** How long to cache a failure. Default 30 s. */
  keepFailureMs?: number;
  /** Maximum time a read continues after its caller has left. Default 30 s: hundreds may wait for one dead host. */
  backgroundMs?: number;
};

/** Reads and caches documents, with at most one fetch per URI in flight. */
export type Documents = {
  /** Returns a cached document; undefined if it must be fetched. */
  known: (uri: string) => OffChainDocument | undefined;
  /** Returns the host of the first request for a document; "" if the document needs no request. */
  hostOf: (uri: string) => string;
  /**
   * Fetches a document, or joins the fetch in flight. `leave` signals that the caller no longer needs the document; with
   * `keep`, the fetch continues for up to `backgroundMs`.
   */
  read: (uri: string) => { document: Promise<OffChainDocument>; leave: (keep: boolean) => void };
};

/** Maximum number of fetches that continue after their calls have been answered. */
const MAX_IN_BACKGROUND = 4_000;
/**
 * Size above which only one body is parsed per turn of the event loop, in bytes. Each takes milliseconds, and many can
 * arrive at once.
 */
const LARGE_BODY = 32 * 1024;

/** Returned if the body does not fit in the memory budget. Not cached, because the next call may succeed. */
const NO_ROOM = failedDocument('document-too-large');

/** Creates the document reader; see `Documents`. */
export function documents(options: DocumentsOptions): Documents {
  const { fetch, gateways, keepMs = 600_000, keepFailureMs = 30_000, backgroundMs = 30_000 } = options;
  const { httpHosts = [] } = options;
  const cache = new TtlCache<string, OffChainDocument>({
    maxSize: cacheBytes('documents'),
    // Count the key too: the key of a `data:` URI contains the whole document.
    sizeCalculation: ({ bytes, image }, key) => bytes + stringBytes(image) + entryOverhead(key),
  });
  const reads = new Coalescer<OffChainDocument>();
  const parsing = new Semaphore(1);
  let background = 0;

  /** Returns the cache key, which is the same for all URIs with the same content address. */
  const keyOf = (uri: string, location: Location | undefined) =>
    location?.kind === 'web' ? (location.contentKey ?? location.urls[0]) : `text:${uri}`;

  function firstImage(named: readonly unknown[], base: string | undefined): string {
    for (const image of named) {
      const url = resolveImage(image, base, gateways, httpHosts);
      if (url !== undefined) return url;
    }
    return '';
  }

  async function load(location: Location | undefined, signal: AbortSignal): Promise<OffChainDocument> {
    if (location === undefined) return failedDocument('document-uri-unusable');
    if (location.kind === 'inline') return parse(location.body, location.mediaType, undefined, signal);
    let failed = failedDocument('document-unreachable');
    for (const url of location.urls) {
      const held = new MemoryReservation(options.memory, signal);
      try {
        const { body, contentType, url: final } = await get(url, signal, held);
        const read = await parse(body, contentType, final, signal);
        if (read.uriData !== undefined || read.image !== '') return read;
        // This may be a gateway's error page with status 200; the next gateway may have the document.
        failed = read;
      } catch (thrown) {
        if (signal.aborted) break;
        if ((thrown as { reason?: unknown } | null)?.reason === 'no-room') return NO_ROOM;
      } finally {
        held.release();
      }
    }
    return failed;
  }

  /** Parses a body. Large ones are parsed one per turn of the event loop. */
  async function parse(
    body: Uint8Array,
    contentType: string,
    base: string | undefined,
    signal: AbortSignal,
  ): Promise<OffChainDocument> {
    if (body.length <= LARGE_BODY) return readDocument(body, contentType, base, firstImage);
    const release = await parsing.acquire(signal);
    try {
      await nextTurn();
      return readDocument(body, contentType, base, firstImage);
    } finally {
      release();
    }
  }

  async function get(url: string, signal: AbortSignal, held: MemoryReservation) {
    const parsed = new URL(url);
    if (parsed.host === SAMPLE_HOST && options.sampleDocument !== undefined) {
      const text = await options.sampleDocument(parsed.pathname);
      if (text === undefined) throw new Error('no such document');
      return { url, contentType: 'application/json', body: Buffer.from(text) };
    }
    return fetch(url, {
      signal,
      maxBytes: MAX_DOCUMENT_BYTES,
      accept: 'application/json, text/plain;q=0.9, */*;q=0.5',
      held,
    });
  }

  async function loadAndKeep(key: string, location: Location | undefined, signal: AbortSignal) {
    const loaded = await load(location, signal);
    if (signal.aborted || loaded === NO_ROOM) return loaded;
    const isFailure = loaded.uriData === undefined && loaded.image === '';
    const forGood = !isFailure && location?.kind === 'web' && location.contentKey !== undefined;
    const ttl = isFailure ? keepFailureMs : forGood ? 0 : keepMs;
    // Check for 0 ("do not cache") here: the cache treats a ttl of 0 as "no limit".
    if (forGood || ttl > 0) cache.set(key, loaded, { ttl });
    return loaded;
  }

  return {
    known: (uri) => cache.get(keyOf(uri, locate(uri, gateways))),
    hostOf: (uri) => {
      const location = locate(uri, gateways);
      return location?.kind === 'web' ? hostOf(location.urls[0] ?? '') : '';
    },
    read: (uri) => {
      const location = locate(uri, gateways);
      const key = keyOf(uri, location);
      const { result, leave } = reads.join(key, ({ signal }) => loadAndKeep(key, location, signal));
      let left = false;
      return {
        document: result,
        leave: (keep) => {
          if (left) return;
          left = true;
          if (!reads.has(key)) return; // The document has arrived.
          if (!keep || background >= MAX_IN_BACKGROUND) return leave();
          background += 1;
          const enough = setTimeout(leave, backgroundMs).unref();
          void result.finally(() => {
            clearTimeout(enough);
            background -= 1;
          });
        },
      };
    },
  };
}
