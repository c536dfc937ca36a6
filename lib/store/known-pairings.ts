import { LRUCache } from 'lru-cache';
import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import { cacheEntries } from '@/lib/cache-sizes';

/** A repeated lookup. `seenAt` (ms since 1970) becomes the `updatedAt` of the pairing's row. */
export type Touch = Pick<BtcAccountPairing, 'publicKey' | 'chainId' | 'version'> & { seenAt: number };

/** Minimum time between two updates of a row's `updatedAt`, in ms. */
export const TOUCH_INTERVAL_MS = 60_000;

/** A recorded pairing. `writtenAt` is when its `updatedAt` was last written, in ms since 1970. */
type Known = Touch & { writtenAt: number; provenAddresses: Set<string> | undefined };

/** Caches which pairings are recorded, and keeps the times of repeated lookups until they are written. */
export class KnownPairings {
  private readonly known = new LRUCache<string, Known>({ max: cacheEntries('knownPairings') });
  private readonly repeats = new Set<Known>();

  /** @param now the clock, in ms since 1970 */
  constructor(private readonly now: () => number) {}

  has(pairing: BtcAccountPairing): boolean {
    return this.known.has(nameOf(pairing));
  }

  /** Notes a repeated lookup. Returns false if the pairing must be recorded, because some of its data may be new. */
  noteRepeat(pairing: BtcAccountPairing): boolean {
    if (pairing.spend !== undefined) return false; // Spends are rare, so they are not cached.
    const entry = this.known.get(nameOf(pairing));
    if (entry === undefined) return false;
    if (pairing.provenAddress !== undefined && !entry.provenAddresses?.has(pairing.provenAddress))
      return false;
    entry.seenAt = this.now();
    this.repeats.add(entry);
    return true;
  }

  /**
   * Remembers that a pairing is recorded.
   * @param time when it was recorded, in ms since 1970
   */
  remember(pairing: BtcAccountPairing, time: number): void {
    let entry = this.known.get(nameOf(pairing));
    if (entry === undefined) {
      const { publicKey, chainId, version } = pairing;
      entry = {
        publicKey,
        chainId,
        version,
        seenAt: time,
        writtenAt: time,
        provenAddresses: undefined,
      };
      this.known.set(nameOf(pairing), entry);
    }
    if (pairing.provenAddress !== undefined) {
      entry.provenAddresses ??= new Set();
      entry.provenAddresses.add(pairing.provenAddress);
    }
  }

  /**
   * Writes the times of repeated lookups with `touch`. If `touch` fails, the times stay pending.
   * @param all whether to include rows that were updated within `TOUCH_INTERVAL_MS`
   * @throws the errors of `touch`
   */
  async writeRepeats(all: boolean, touch: (touches: readonly Touch[]) => Promise<void>): Promise<void> {
    const time = this.now();
    // Use the absolute difference, so that updates continue after the clock is set back.
    const due = [...this.repeats].filter((e) => all || Math.abs(time - e.writtenAt) >= TOUCH_INTERVAL_MS);
    if (due.length === 0) return;
    for (const entry of due) this.repeats.delete(entry);
    try {
      await touch(due);
      for (const entry of due) entry.writtenAt = time;
    } catch (cause) {
      for (const entry of due) this.repeats.add(entry);
      throw cause;
    }
  }
}

function nameOf({ publicKey, chainId, version }: BtcAccountPairing): string {
  return `${publicKey} ${chainId} ${version}`;
}
