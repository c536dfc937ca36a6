const REMEMBERED = 64;
const ENOUGH_TO_TELL = 16;

/** How long the latest calls of each method took. */
export class CallDurations {
  private readonly latest = new Map<string, number[]>();

  /** Notes a call that took `ms` milliseconds. */
  add(method: string, ms: number): void {
    const times = this.latest.get(method) ?? [];
    times.push(ms);
    if (times.length > REMEMBERED) times.shift();
    this.latest.set(method, times);
  }

  /** What only few calls of a method exceed, in ms: twice the 95th percentile; undefined before enough are known. */
  slow(method: string): number | undefined {
    const times = this.latest.get(method);
    if (times === undefined || times.length < ENOUGH_TO_TELL) return undefined;
    const sorted = Float64Array.from(times).sort();
    return 2 * (sorted[Math.floor(sorted.length * 0.95)] ?? 0);
  }
}
