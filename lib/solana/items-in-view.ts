/** Most items that are remembered as looked at: some screens full. */
const MOST = 400;

/**
 * Which items of a list somebody looks at, by token account or asset id, the latest first: what belongs to them is
 * fetched before the rest.
 */
export class ItemsInView {
  private addresses: readonly string[] = [];
  private readonly awaited = new Set<string>();
  private readonly listeners = new Set<(addresses: readonly string[]) => void>();

  /** Somebody looks at these now. */
  look(addresses: readonly string[]): void {
    this.addresses = [...new Set([...addresses, ...this.addresses])].slice(0, MOST);
    for (const listener of this.listeners) listener(this.addresses);
  }

  /** Somebody looks at these before anything is told of them. */
  lookFirst(addresses: readonly string[]): void {
    for (const address of addresses) this.awaited.add(address);
    this.look(addresses);
  }

  /** What belongs to an item is there, or will not come. */
  told(address: string): void {
    this.awaited.delete(address);
  }

  /** Whether something that was looked at first is waited for. */
  get isAwaited(): boolean {
    return this.awaited.size > 0;
  }

  /** Tells of what is looked at, now and later. @returns what ends it */
  follow(listener: (addresses: readonly string[]) => void): () => void {
    this.listeners.add(listener);
    if (this.addresses.length > 0) listener(this.addresses);
    return () => this.listeners.delete(listener);
  }
}
