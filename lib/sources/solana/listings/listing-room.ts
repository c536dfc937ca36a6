import { cacheEntries } from '@/lib/cache-sizes';
import { LapsingCache } from '@/lib/lapsing-cache';
import { ByteBudget } from '@/lib/promises/byte-budget';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { type Extent, Listing, type Room } from './listing';
import { ListingWork } from './listing-work';

/** A listing knows after so long whether it will be read: who is refused learns of it within a second. */
const DECIDE_MS = 400;
/** What a wallet is taken to have that is not counted in time while the processor is full, where none is counted. */
const FEARED_ACCOUNTS = 10_000;
/** How long a wallet is taken to be as large as it was. */
const SIZE_MS = 600_000;

/**
 * Room for listings of one chain: memory and the processor's time, taken by what each is expected to cost before any of
 * it is read. That is what the wallet's last listing came to; of an unknown wallet nothing, until its accounts are
 * counted. One that is not counted after a while is taken to be like those under way, and refused where there is no
 * room for one more of them. Large ones are read a few at a time.
 */
export class ListingRoom implements Room {
  private readonly sizes = new LapsingCache<SolanaAddress, number>({
    max: cacheEntries('walletSizes'),
    ttl: SIZE_MS,
  });
  private readonly underWay = new Set<Listing>();

  /**
   * @param memory what all calls under way may hold
   * @param work what the processor may have to do for all listings under way
   */
  constructor(
    readonly memory = new ByteBudget(Number.POSITIVE_INFINITY),
    readonly work = new ListingWork(Number.POSITIVE_INFINITY),
    readonly decideMs = DECIDE_MS,
  ) {}

  /**
   * Begins a listing; to be left again.
   * @throws OverloadedError within `decideMs` when there is no room; the signal's reason when it is aborted first
   */
  async enter(owner: SolanaAddress, extent: Extent, scope: RequestScope): Promise<Listing> {
    if (this.underWay.size === 0) this.work.begin();
    const listing = new Listing(this, owner, extent, scope);
    this.underWay.add(listing);
    const known = extent.isWhole ? this.sizes.get(owner) : undefined;
    try {
      if (known !== undefined) await listing.hold(known);
    } catch (thrown) {
      listing.leave();
      throw thrown;
    }
    return listing;
  }

  /** Notes how many accounts a wallet has; those that are not counted in time may now be too many. */
  noteSize(owner: SolanaAddress, accounts: number): void {
    this.sizes.set(owner, accounts);
    this.refuseOverdue();
  }

  /** Refuses listings that should have been counted, and that there is no room for if they are like the others. */
  refuseOverdue(): void {
    const overdue = [...this.underWay].filter(({ isOverdue }) => isOverdue);
    if (overdue.length === 0) return;
    const sizes = [...this.underWay].flatMap(({ accounts }) => (accounts === undefined ? [] : [accounts]));
    const typical = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    for (const listing of overdue) {
      const feared = listing.wasFull() ? FEARED_ACCOUNTS : 0;
      if (!listing.tryHold(sizes.length === 0 ? feared : typical)) listing.refuse();
    }
  }

  remove(listing: Listing): void {
    this.underWay.delete(listing);
  }
}
