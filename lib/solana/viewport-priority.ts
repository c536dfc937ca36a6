/** Maximum items remembered: a few screens. */
const MOST = 400;

/** The items on screen, by token account or asset id, latest first; their documents are fetched before the others. */
export class ViewportPriority {
  private addresses: readonly string[] = [];
  private readonly pending = new Set<string>();
  private readonly listeners = new Set<(addresses: readonly string[]) => void>();

  /** Puts items that came on screen before those reported earlier. */
  report(addresses: readonly string[]): void {
    this.addresses = [...new Set([...addresses, ...this.addresses])].slice(0, MOST);
    for (const listener of this.listeners) listener(this.addresses);
  }

  /** Reports items whose documents are pending; see `isPending`. */
  expect(addresses: readonly string[]): void {
    for (const address of addresses) this.pending.add(address);
    this.report(addresses);
  }

  /** Marks an item's document as arrived or failed. */
  resolve(address: string): void {
    this.pending.delete(address);
  }

  /** Whether a document of the expected items is still missing. */
  get isPending(): boolean {
    return this.pending.size > 0;
  }

  /** Calls `listener` with the items now and at each change; returns the function that stops it. */
  subscribe(listener: (addresses: readonly string[]) => void): () => void {
    this.listeners.add(listener);
    if (this.addresses.length > 0) listener(this.addresses);
    return () => this.listeners.delete(listener);
  }
}
