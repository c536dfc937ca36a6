import { cacheBytes, stringBytes } from '@/lib/cache-sizes';
import type { JsonText } from '@/lib/json/json-text';
import { LapsingCache } from '@/lib/lapsing-cache';
import type { AnswerCoverage } from './coverage-header';

/** JSON of a result, its length in UTF-8, and what it covers where the method says. */
export type WrittenResult = {
  text: JsonText;
  byteLength: number;
  coverage?: AnswerCoverage | undefined;
  /** A text of some length in UTF-8 where it is kept, so that it is not encoded again for each answer. */
  bytes?: Uint8Array | undefined;
};

/** A serialized result, valid until `until` on the clock of `performance.now()`. */
export type CachedResponse = WrittenResult & { until: number };

/** From so many bytes on a text is kept encoded, too. */
const LONG_BYTES = 4096;
/** The largest answer that is kept, in UTF-8. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** What an entry costs beside its texts: the map's slot, the objects, the strings' headers. */
const ENTRY_BYTES = 300;

/**
 * Serialized results of recent calls, bounded in bytes. A method declares its cache key and how long a result holds
 * (`CacheRule`); the dispatcher looks here before it calls the handler.
 */
export class ResponseCache {
  private readonly answers = new LapsingCache<string, CachedResponse>({
    maxSize: cacheBytes('responseCache'),
    sizeCalculation: ({ text, byteLength, bytes }, key) =>
      // Text that is as long in UTF-8 as it has characters is ASCII, of which V8 keeps one byte each.
      (typeof text !== 'string' || byteLength === text.length ? byteLength : stringBytes(text)) +
      (bytes?.length ?? 0) +
      stringBytes(key) +
      ENTRY_BYTES,
  });

  /** Answers in flight, by key. */
  private readonly calls = new Map<string, Promise<CachedResponse | undefined>>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  get(key: string): CachedResponse | undefined {
    const answer = this.answers.get(key);
    return answer !== undefined && answer.until > this.now() ? answer : undefined;
  }

  /** The answer in flight, if any; it resolves to undefined when it fails. */
  inFlight(key: string): Promise<CachedResponse | undefined> | undefined {
    return this.calls.get(key);
  }

  /**
   * Makes an answer, which equal calls wait for (`inFlight`), and keeps it for `holdsMs`.
   * @throws what `make` throws
   */
  async make(key: string, holdsMs: number, make: () => Promise<WrittenResult>): Promise<WrittenResult> {
    const { calls } = this;
    const made = make().then(({ text, byteLength, coverage }) => {
      const isKept = holdsMs > 0 && byteLength <= MAX_ANSWER_BYTES;
      const isLong = isKept && byteLength >= LONG_BYTES;
      const bytes = isLong && typeof text === 'string' ? Buffer.from(text) : undefined;
      const answer = { text, byteLength, coverage, bytes, until: this.now() + holdsMs };
      if (isKept) this.answers.set(key, answer, { ttl: holdsMs });
      return answer;
    });
    const shared = made.catch(() => undefined);
    calls.set(key, shared);
    try {
      return await made;
    } finally {
      if (calls.get(key) === shared) calls.delete(key);
    }
  }
}
