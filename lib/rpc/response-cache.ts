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

/** A written result that may be given again until `until` (of `performance.now()`). */
export type RecentAnswer = WrittenResult & { until: number };

/** From so many bytes on a text is kept encoded, too. */
const LONG_BYTES = 4096;
/** The largest answer that is kept, in UTF-8. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** What an entry costs beside its texts: the map's slot, the objects, the strings' headers. */
const ENTRY_BYTES = 300;

/**
 * The memory of recent answers: the one place that makes a repeated call fast. A method declares what its answer is
 * known by and how long it holds (`RecentAnswersRule`); the dispatcher looks here before it calls the handler, and what
 * it finds is the written result. Bounded in bytes.
 */
export class RecentAnswers {
  private readonly answers = new LapsingCache<string, RecentAnswer>({
    maxSize: cacheBytes('recentAnswers'),
    sizeCalculation: ({ text, byteLength, bytes }, name) =>
      // Text that is as long in UTF-8 as it has characters is ASCII, of which V8 keeps one byte each.
      (typeof text !== 'string' || byteLength === text.length ? byteLength : stringBytes(text)) +
      (bytes?.length ?? 0) +
      stringBytes(name) +
      ENTRY_BYTES,
  });

  /** Answers in flight, by name. */
  private readonly making = new Map<string, Promise<RecentAnswer | undefined>>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  get(name: string): RecentAnswer | undefined {
    const answer = this.answers.get(name);
    return answer !== undefined && answer.until > this.now() ? answer : undefined;
  }

  /** The answer in flight, if any; it resolves to undefined when it fails. */
  beingMade(name: string): Promise<RecentAnswer | undefined> | undefined {
    return this.making.get(name);
  }

  /**
   * Makes an answer, which equal calls wait for (`beingMade`), and keeps it for `holdsMs`.
   * @throws what `make` throws
   */
  async make(name: string, holdsMs: number, make: () => Promise<WrittenResult>): Promise<WrittenResult> {
    const { making } = this;
    const made = make().then(({ text, byteLength, coverage }) => {
      const isKept = holdsMs > 0 && byteLength <= MAX_ANSWER_BYTES;
      const isLong = isKept && byteLength >= LONG_BYTES;
      const bytes = isLong && typeof text === 'string' ? Buffer.from(text) : undefined;
      const answer = { text, byteLength, coverage, bytes, until: this.now() + holdsMs };
      if (isKept) this.answers.set(name, answer, { ttl: holdsMs });
      return answer;
    });
    const shared = made.catch(() => undefined);
    making.set(name, shared);
    try {
      return await made;
    } finally {
      if (making.get(name) === shared) making.delete(name);
    }
  }
}
