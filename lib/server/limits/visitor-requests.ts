import 'server-only';

/** Maximum number of requests in flight per visitor. */
const MAX_UNDER_WAY = 32;

/** Counts the requests in flight of each visitor, by address. */
export class VisitorRequests {
  private readonly underWay = new Map<string, number>();

  /** Counts a request; false if the visitor has too many. */
  begin(address: string): boolean {
    const count = this.underWay.get(address) ?? 0;
    if (count >= MAX_UNDER_WAY) return false;
    this.underWay.set(address, count + 1);
    return true;
  }

  end(address: string): void {
    const count = this.underWay.get(address) ?? 0;
    if (count > 1) this.underWay.set(address, count - 1);
    else this.underWay.delete(address);
  }
}
