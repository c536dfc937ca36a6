import { cacheBytes, stringBytes } from '@/lib/cache-sizes';
import { LapsingCache } from '@/lib/lapsing-cache';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { type KnownAccount, readAccount } from './account-reader';
import { MAX_KEYS, readChunk } from './account-reads';

/** A wallet of 10,000 NFTs. The accounts of a larger one are requested once its list is known. */
const MOST_KEYS = 100 * MAX_KEYS;

/**
 * Which accounts step two read of the wallets listed lately. Most wallets hold what they held: asked for beside step one
 * of the next listing, these come a round trip sooner. Addresses alone are kept; what is answered is read anew each time,
 * and counts if it is as recent as the list, as in step two.
 */
export class Prefetch {
  private readonly lately = new LapsingCache<string, readonly SolanaAddress[]>({
    maxSize: cacheBytes('prefetch'),
    sizeCalculation: (keys) => keys.reduce((bytes, key) => bytes + stringBytes(key), 1),
    ttl: 600_000,
  });

  /** Begins a listing of a wallet. @param wallet its owner, and what of it is read */
  begin(wallet: string): PrefetchedAccounts {
    return new PrefetchedAccounts(this.lately.get(wallet) ?? []);
  }

  /** Keeps what a listing asked for, once it has succeeded. */
  keep(wallet: string, { asked }: PrefetchedAccounts): void {
    if (asked.size > 0 && asked.size <= MOST_KEYS) this.lately.set(wallet, [...asked]);
    else this.lately.delete(wallet);
  }
}

/** The accounts that one listing asks for ahead. */
export class PrefetchedAccounts {
  /** What the listing asked for, whether it was there or not. */
  readonly asked = new Set<SolanaAddress>();
  private readonly rows = new Map<SolanaAddress, { row: unknown; slot: number }>();

  constructor(private readonly keys: readonly SolanaAddress[]) {}

  /** How many accounts are requested. */
  get size(): number {
    return this.keys.length;
  }

  /** Asks for them; done when all have come. What fails is no news: it is asked for again when it is needed. */
  async read(transport: Transport, scope: RequestScope): Promise<void> {
    const { keys } = this;
    const reads: Promise<void>[] = [];
    for (let start = 0; start < keys.length; start += MAX_KEYS)
      reads.push(this.readSome(keys.slice(start, start + MAX_KEYS), transport, scope));
    await Promise.allSettled(reads);
  }

  private async readSome(keys: SolanaAddress[], transport: Transport, scope: RequestScope): Promise<void> {
    const context = { transport, scope, minContextSlot: undefined, onSlot: () => undefined };
    const { rows, slot } = await readChunk(keys, context);
    for (const [i, key] of keys.entries()) this.rows.set(key, { row: rows[i], slot });
  }

  /** An account that has come, if it is of this slot or later. */
  take(key: SolanaAddress, minSlot: number): KnownAccount | undefined {
    if (this.asked.size <= MOST_KEYS) this.asked.add(key);
    const found = this.rows.get(key);
    if (found === undefined || found.slot < minSlot) return undefined;
    const account = found.row === null ? null : readAccount(found.row);
    return account === undefined ? undefined : { account, slot: found.slot };
  }
}
