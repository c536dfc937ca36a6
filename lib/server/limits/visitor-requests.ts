import 'server-only';

/** Maximum number of requests in flight per visitor. */
const MAX_IN_FLIGHT = 32;

/** Counts the requests in flight of each visitor, by address. */
export class VisitorRequests {
  private readonly inFlight = new Map<string, number>();

  /** Counts a request. Returns false if the visitor already has the maximum number in flight. */
  begin(address: string): boolean {
    const count = this.inFlight.get(address) ?? 0;
    if (count >= MAX_IN_FLIGHT) return false;
    this.inFlight.set(address, count + 1);
    return true;
  }

  end(address: string): void {
    const count = this.inFlight.get(address) ?? 0;
    if (count > 1) this.inFlight.set(address, count - 1);
    else this.inFlight.delete(address);
  }
}
