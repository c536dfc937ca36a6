/** Most items that are remembered as looked at: some screens full. */
const MOST = 400;

/**
 * Which items of a list somebody looks at, by token account or asset id, the latest first: what belongs to them is
 * fetched before the rest.
 */
export class ViewportPriority {
  private addresses: readonly string[] = [];
  private readonly pending = new Set<string>();
  private readonly listeners = new Set<(addresses: readonly string[]) => void>();

  /** Somebody looks at these now. */
  report(addresses: readonly string[]): void {
    this.addresses = [...new Set([...addresses, ...this.addresses])].slice(0, MOST);
    for (const listener of this.listeners) listener(this.addresses);
  }

  /** Somebody looks at these before anything is told of them. */
  expect(addresses: readonly string[]): void {
    for (const address of addresses) this.pending.add(address);
    this.report(addresses);
  }

  /** What belongs to an item is there, or will not come. */
  resolve(address: string): void {
    this.pending.delete(address);
  }

  /** Whether something that was looked at first is waited for. */
  get isPending(): boolean {
    return this.pending.size > 0;
  }

  /** Tells of what is looked at, now and later. @returns what ends it */
  subscribe(listener: (addresses: readonly string[]) => void): () => void {
    this.listeners.add(listener);
    if (this.addresses.length > 0) listener(this.addresses);
    return () => this.listeners.delete(listener);
  }
}
