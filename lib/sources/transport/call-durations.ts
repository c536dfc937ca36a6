const REMEMBERED = 64;
/** So many calls are enough to tell, and to tell anew. */
const ENOUGH_TO_TELL = 16;

type Durations = { latest: number[]; added: number; slow: number | undefined };

/** How long the latest calls of each method took. */
export class CallDurations {
  private readonly methods = new Map<string, Durations>();

  /** Notes a call that took `ms` milliseconds. */
  add(method: string, ms: number): void {
    const of = this.methods.get(method) ?? { latest: [], added: 0, slow: undefined };
    this.methods.set(method, of);
    of.latest[of.added % REMEMBERED] = ms;
    of.added += 1;
    if (of.added % ENOUGH_TO_TELL === 0) {
      const sorted = Float64Array.from(of.latest).sort();
      of.slow = 2 * (sorted[Math.floor(sorted.length * 0.95)] ?? 0);
    }
  }

  /** What only few calls of a method exceed, in ms: twice the 95th percentile; undefined before enough are known. */
  slow(method: string): number | undefined {
    return this.methods.get(method)?.slow;
  }
}
