import { LRUCache } from 'lru-cache';

/** A result as it was written, to be given again until `until` (ms since the epoch). */
export type RecentAnswer = { text: string; byteLength: number; until: number };

/** Bytes that all recent answers may hold together. */
const MAX_BYTES = 32 * 1024 * 1024;
/** The largest answer that is kept. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** What an entry costs beside its texts: the map's slot, the objects, the strings' headers. */
const ENTRY_BYTES = 300;

/**
 * The memory of recent answers: the one place that makes a repeated call fast. A method declares what its answer is
 * known by and how long it holds (`RecentAnswersRule`); the dispatcher looks here before it calls the handler, and what
 * it finds is the written result. Bounded in bytes.
 *
 * With it a recent BTC look-up is answered at over 0.85 of the pace of a bare `node:http` handler (BENCHMARKS.md).
 */
export class RecentAnswers {
  private readonly answers = new LRUCache<string, RecentAnswer>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ANSWER_BYTES,
    sizeCalculation: ({ byteLength }, name) => byteLength + name.length + ENTRY_BYTES,
  });

  constructor(private readonly now: () => number = Date.now) {}

  get(name: string): RecentAnswer | undefined {
    const answer = this.answers.get(name);
    if (answer === undefined || answer.until > this.now()) return answer;
    this.answers.delete(name);
    return undefined;
  }

  set(name: string, text: string, byteLength: number, holdsMs: number): void {
    if (holdsMs > 0) this.answers.set(name, { text, byteLength, until: this.now() + holdsMs });
  }
}
