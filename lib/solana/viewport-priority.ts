/** Maximum number of items to remember; a few screens' worth. */
const MOST = 400;

/**
 * The items on screen, by token account or asset id, most recent first. Their documents are fetched before all others.
 */
export class ViewportPriority {
  private addresses: readonly string[] = [];
  private readonly pending = new Set<string>();
  private readonly listeners = new Set<(addresses: readonly string[]) => void>();

  /** Moves items that just came on screen to the front. */
  report(addresses: readonly string[]): void {
    this.addresses = [...new Set([...addresses, ...this.addresses])].slice(0, MOST);
    for (const listener of this.listeners) listener(this.addresses);
  }

  /** Moves items to the front and marks their documents as pending; see `isPending`. */
  expect(addresses: readonly string[]): void {
    for (const address of addresses) this.pending.add(address);
    this.report(addresses);
  }

  /** Marks an item's document as arrived or failed. */
  resolve(address: string): void {
    this.pending.delete(address);
  }

  /** Whether the document of an expected item is still missing. */
  get isPending(): boolean {
    return this.pending.size > 0;
  }

  /** Calls `listener` with the items now and after each change. Returns a function that unsubscribes. */
  subscribe(listener: (addresses: readonly string[]) => void): () => void {
    this.listeners.add(listener);
    if (this.addresses.length > 0) listener(this.addresses);
    return () => this.listeners.delete(listener);
  }
}
