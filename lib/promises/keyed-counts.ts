/** Counts by key, such as the requests in flight of each visitor. Forgets a key when its count is 0. */
export class KeyedCounts<Key> {
  private readonly counts = new Map<Key, number>();
  /** Sum of all counts. */
  total = 0;

  of(key: Key): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: Key, change: 1 | -1): void {
    const count = this.of(key) + change;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
    this.total += change;
  }
}
