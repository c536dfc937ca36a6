import { OverloadedError } from '@/lib/errors';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { type ChildScope, childScope, type RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ListingWork } from './listing-work';

/**
 * What one token account takes while it is read: its mint and metadata as they came and as they are answered. Measured:
 * 35 MB for 10,000 NFTs.
 */
const ACCOUNT_BYTES = 3_500;
/** The same of one that is on another page. */
const LISTED_ACCOUNT_BYTES = 500;
/** Accounts that are read for each item: the token account itself, then its mint and its metadata. */
const READ_PER_ITEM = 3;

/** What of a wallet is listed. */
export type Extent = {
  /** Most items that are read, Infinity for all. */
  perPage: number;
  /** All of its accounts are counted, not those of some mints. */
  isWhole: boolean;
};

/** Where a listing takes its room from (`ListingRoom`). */
export type Room = {
  memory: ByteBudget;
  work: ListingWork;
  /** A listing knows after so long whether it will be read. */
  decideMs: number;
  noteSize: (owner: SolanaAddress, accounts: number) => void;
  refuseOverdue: () => void;
  remove: (listing: Listing) => void;
};

/** One listing under way, and the room that it holds. */
export class Listing {
  /** Token accounts of the wallet, counted or as they were the last time. */
  accounts: number | undefined;
  /** Why the listing does not go on. */
  refusal: OverloadedError | undefined;
  /** Whether the processor has been full since it began. */
  readonly wasFull: () => boolean;
  private endTurn = () => {};
  private readonly startedAt = performance.now();
  private readonly linked: ChildScope;
  private readonly timer: NodeJS.Timeout;
  private bytes = 0;
  private ms = 0;
  /** Accounts that have been read. */
  private done = 0;
  /** What reading one takes, as it was when room was first taken: who is let in is not refused for a later price. */
  private msPerAccount: number | undefined;
  /** Token accounts that lists of step one have, by list. */
  private readonly lists = new Map<string, number>();
  private holding: Promise<void> = Promise.resolve();

  constructor(
    private readonly room: Room,
    private readonly owner: SolanaAddress,
    private readonly extent: Extent,
    scope: RequestScope,
  ) {
    this.linked = childScope(scope);
    this.wasFull = room.work.fullSince();
    this.timer = setTimeout(() => room.refuseOverdue(), room.decideMs);
  }

  /** Ends the listing's work, when its caller's does or it is refused. */
  get scope(): RequestScope {
    return this.linked.scope;
  }

  /** Not counted, although it has been under way for long enough. */
  get isOverdue(): boolean {
    return this.accounts === undefined && this.refusal === undefined && this.leftMs <= 1;
  }

  /**
   * Tells how long a list of token accounts is, as soon as it has come, and takes the room for it.
   * @throws OverloadedError
   */
  expect(list: string, accounts: number): Promise<void> {
    this.lists.set(list, Math.max(accounts, this.lists.get(list) ?? 0));
    this.holding = this.holding.then(async () => {
      // One of the two lists is mostly empty, and tells nothing of the other.
      if (accounts === 0) return;
      const all = [...this.lists.values()].reduce((sum, length) => sum + length, 0);
      await this.hold(Math.max(all, this.accounts ?? 0));
      this.room.refuseOverdue();
      this.noteRead(accounts);
    });
    return this.holding;
  }

  /**
   * Tells how many token accounts the wallet has, takes the room for them, and waits until they may be read.
   * @throws OverloadedError; the signal's reason
   */
  async count(accounts: number): Promise<void> {
    await this.hold(accounts);
    if (this.extent.isWhole) this.room.noteSize(this.owner, accounts);
    this.endTurn = await this.room.work.turn(Math.min(accounts, this.extent.perPage), this.scope.signal);
  }

  /**
   * Takes the room for a wallet of so many accounts, and gives back what is over.
   * @throws OverloadedError when there is none in the time that is left to decide
   */
  async hold(accounts: number): Promise<void> {
    const { memory, work } = this.room;
    const { bytes, ms } = this.costOf(accounts);
    if (bytes > this.bytes) await memory.take(bytes - this.bytes, this.scope.signal, this.leftMs);
    else memory.give(this.bytes - bytes);
    this.bytes = bytes;
    if (ms > this.ms) await work.budget.take(ms - this.ms, this.scope.signal, this.leftMs);
    else work.budget.give(this.ms - ms);
    this.ms = ms;
    this.accounts = accounts;
  }

  /** Takes the room for a wallet that may have so many accounts; false when there is none now. */
  tryHold(accounts: number): boolean {
    const { memory, work } = this.room;
    const { bytes, ms } = this.costOf(accounts);
    const more = bytes - this.bytes;
    if (more > 0 && !memory.tryTake(more)) return false;
    this.bytes = Math.max(this.bytes, bytes);
    const moreMs = ms - this.ms;
    if (moreMs > 0 && !work.budget.tryTake(moreMs)) return false;
    this.ms = Math.max(this.ms, ms);
    return true;
  }

  /** Tells that accounts were read: so much less is to be done. */
  noteRead(accounts: number): void {
    const { work } = this.room;
    work.noteRead(accounts);
    this.done += accounts;
    const less = Math.min(this.ms, accounts * (this.msPerAccount ?? 0));
    this.ms -= less;
    work.budget.give(less);
  }

  /** Ends it: there is no room. */
  refuse(): void {
    this.refusal = new OverloadedError();
    this.linked.abort(this.refusal);
  }

  /** Gives everything back. */
  leave(): void {
    clearTimeout(this.timer);
    this.endTurn();
    this.linked.clear();
    this.room.remove(this);
    this.room.memory.give(this.bytes);
    this.room.work.budget.give(this.ms);
    this.bytes = 0;
    this.ms = 0;
  }

  private get leftMs(): number {
    return Math.max(0, this.startedAt + this.room.decideMs - performance.now());
  }

  private costOf(accounts: number): { bytes: number; ms: number } {
    const { perPage } = this.extent;
    const read = Math.min(accounts, perPage);
    const listed = Number.isFinite(perPage) ? accounts * LISTED_ACCOUNT_BYTES : 0;
    this.msPerAccount ??= this.room.work.msOf(1);
    const toRead = Math.max(0, read * READ_PER_ITEM - this.done);
    return { bytes: listed + read * ACCOUNT_BYTES, ms: toRead * this.msPerAccount };
  }
}
