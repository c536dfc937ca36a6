import { cacheBytes, stringBytes } from '@/lib/cache-sizes';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { TtlCache } from '@/lib/ttl-cache';
import { MAX_KEYS, type PrefetchedAccount, readAccount, readChunk } from './read-accounts';

/** Maximum number of accounts to prefetch for a wallet. If a wallet needs more, nothing is prefetched. */
const MAX_PREFETCHED = 100 * MAX_KEYS;

/**
 * Remembers which addresses step two read for recently listed wallets. The next listing of a wallet requests them
 * together with step one, which saves a round trip because most wallets change little. Prefetched accounts are used if
 * they are at least as recent as the list.
 */
export class Prefetch {
  private readonly lately = new TtlCache<string, readonly SolanaAddress[]>({
    maxSize: cacheBytes('prefetch'),
    sizeCalculation: (keys) => keys.reduce((bytes, key) => bytes + stringBytes(key), 1),
    ttl: 600_000,
  });

  /**
   * Begins a listing. Prefetches the addresses that the wallet's last listing requested.
   * @param wallet cache key: identifies the owner and the listing scope
   */
  begin(wallet: string): PrefetchedAccounts {
    return new PrefetchedAccounts(this.lately.get(wallet) ?? []);
  }

  /** Keeps the addresses that a successful listing requested, for the wallet's next listing. */
  keep(wallet: string, { requested }: PrefetchedAccounts): void {
    if (requested.size > 0 && requested.size <= MAX_PREFETCHED) this.lately.set(wallet, [...requested]);
    else this.lately.delete(wallet);
  }
}

/** The prefetched accounts of one listing. */
export class PrefetchedAccounts {
  /** Addresses that the listing requested, prefetched or not. */
  readonly requested = new Set<SolanaAddress>();
  private readonly rows = new Map<SolanaAddress, { row: unknown; slot: number }>();

  constructor(private readonly keys: readonly SolanaAddress[]) {}

  /** Number of accounts to prefetch. */
  get size(): number {
    return this.keys.length;
  }

  /** Sends the requests and waits for all responses. Ignores failures: step two requests those accounts again. */
  async read(transport: Transport, scope: RequestScope): Promise<void> {
    const { keys } = this;
    const reads: Promise<void>[] = [];
    for (let start = 0; start < keys.length; start += MAX_KEYS)
      reads.push(this.readSome(keys.slice(start, start + MAX_KEYS), transport, scope));
    await Promise.allSettled(reads);
  }

  private async readSome(keys: SolanaAddress[], transport: Transport, scope: RequestScope): Promise<void> {
    const { rows, slot } = await readChunk(keys, { transport, scope });
    for (const [i, key] of keys.entries()) this.rows.set(key, { row: rows[i], slot });
  }

  /** Returns a prefetched account if it was read at `minSlot` or later. Records the key for the next listing. */
  take(key: SolanaAddress, minSlot: number): PrefetchedAccount | undefined {
    if (this.requested.size <= MAX_PREFETCHED) this.requested.add(key);
    const found = this.rows.get(key);
    if (found === undefined || found.slot < minSlot) return undefined;
    const account = found.row === null ? null : readAccount(found.row);
    return account === undefined ? undefined : { account, slot: found.slot };
  }
}
