import { cacheBytes, stringBytes } from '@/lib/cache-sizes';
import { isUpstreamUnavailable, UpstreamUnavailableError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { Transport } from '@/lib/sources/transport/transport-type';
import {
  deadlineExceeded,
  isInvalidParams,
  isUpstreamCallError,
} from '@/lib/sources/transport/upstream-errors';
import { TtlCache } from '@/lib/ttl-cache';

/** An account as returned by a node, with its data decoded from base64. */
export type RawAccount = { owner: string; data: Buffer };

/** The account at a key; null if it does not exist, `unread` if it could not be read. */
export type ReadAccount = RawAccount | null | 'unread';

export type ReadContext = {
  transport: Transport;
  scope: RequestScope;
  /** Minimum slot of a response: the slot at which the keys were found. */
  minContextSlot?: number | undefined;
  /** Number of bytes to read from each account; all by default. */
  length?: number | undefined;
  /** Called with the slot of every response. */
  onSlot?: (slot: number) => void;
  /** Called with the number of keys read. */
  onRead?: (count: number) => void;
  /** Prefetched accounts, which are used instead of reading them again. */
  prefetched?: { take: (key: SolanaAddress, minSlot: number) => PrefetchedAccount | undefined } | undefined;
};

/** Returns the data of an account if it was read and belongs to `program`. */
export const dataOf = (account: ReadAccount | undefined, program: string): Buffer | undefined =>
  typeof account === 'object' && account?.owner === program ? account.data : undefined;

/** A prefetched account, with the slot of its response. */
export type PrefetchedAccount = { account: RawAccount | null; slot: number };

/** Reads `{ context: { slot }, value }`, the format of all results that have a slot. A missing slot becomes 0. */
export function readValue(answer: unknown): { slot: number; value: unknown } {
  const { context, value } = (answer ?? {}) as { context?: { slot?: unknown }; value?: unknown };
  const slot = context?.slot;
  return { slot: Number.isSafeInteger(slot) && Number(slot) > 0 ? Number(slot) : 0, value };
}

/** Reads an account object with `base64` data; returns undefined if it is malformed. */
export function readAccount(value: unknown): RawAccount | undefined {
  const { owner, data } = (value ?? {}) as { owner?: unknown; data?: unknown };
  const [base64, encoding] = Array.isArray(data) ? (data as unknown[]) : [];
  if (typeof owner !== 'string' || typeof base64 !== 'string' || encoding !== 'base64') return undefined;
  return { owner, data: Buffer.from(base64, 'base64') };
}

/** Reads a non-negative JSON integer. The transport returns integers beyond 2^53 as bigint. */
export function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint' && value >= 0n) return value;
  return Number.isSafeInteger(value) && Number(value) >= 0 ? BigInt(Number(value)) : undefined;
}

/** Converts an upstream's failure to an UpstreamUnavailableError. */
export function unreadable(thrown: unknown): Error {
  if (isUpstreamUnavailable(thrown)) return thrown;
  if (!isUpstreamCallError(thrown)) return thrown instanceof Error ? thrown : new Error(String(thrown));
  return new UpstreamUnavailableError(
    'upstream-refused',
    'The upstream refused the call',
    { upstreamCode: thrown.code },
    thrown,
  );
}

/** Converts the errors of a read with `unreadable`. */
export const readable = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((thrown: unknown) => {
    throw unreadable(thrown);
  });

/**
 * Number of bytes that contain every token account and mint: 64 KiB of metadata, and the other extensions. Anyone can
 * name an account of 10 MiB in a metadata pointer.
 */
export const TOKEN_BYTES = 68 * 1024;

/** Maximum number of keys in a `getMultipleAccounts` call (agave `MAX_MULTIPLE_ACCOUNTS`). */
export const MAX_KEYS = 100;

/**
 * Reads many accounts, each once; see `AccountReads`.
 * @param mustRead whether the call fails if an account could not be read
 * @returns the accounts by key
 * @throws UpstreamUnavailableError if a required key could not be read or the signal was aborted
 */
export async function readAccounts(
  keys: Iterable<SolanaAddress>,
  mustRead: boolean,
  context: ReadContext,
): Promise<Map<SolanaAddress, ReadAccount>> {
  const reads = new AccountReads(context);
  const accounts = new Map<SolanaAddress, ReadAccount>();
  for (const key of new Set(keys)) reads.add(key, mustRead, (account) => accounts.set(key, account));
  await reads.end();
  return accounts;
}

/** A requested key, and a callback for its account. */
type RequestedKey = { key: SolanaAddress; mustRead: boolean; take: (account: ReadAccount) => void };

/**
 * Reads many accounts in chunks of at most 100 keys. A chunk is sent as soon as it is full, and decoded while others
 * are in flight. A chunk that is too large for a provider (HTTP 413 or -32602) is split in two. If a chunk fails, its
 * optional keys become `unread`, and other chunks are not affected.
 */
export class AccountReads {
  private readonly reads: Promise<void>[] = [];
  /** Required keys that wait for their chunk to fill up. */
  private must: RequestedKey[] = [];
  /** Optional keys that wait for their chunk to fill up. */
  private rest: RequestedKey[] = [];
  private prefetchedCount = 0;

  constructor(private readonly context: ReadContext) {}

  /**
   * Requests the account of a key.
   * @param mustRead whether the key is required; `end` rejects if the chunk of a required key fails
   * @param take called immediately if the account was prefetched, otherwise when its chunk has arrived
   */
  add(key: SolanaAddress, mustRead: boolean, take: RequestedKey['take']): void {
    const { context } = this;
    const prefetched = context.prefetched?.take(key, context.minContextSlot ?? 0);
    if (prefetched !== undefined) {
      this.prefetchedCount += 1;
      context.onSlot?.(prefetched.slot);
      take(prefetched.account);
      return;
    }
    const chunk = mustRead ? this.must : this.rest;
    if (chunk.push({ key, mustRead, take }) < MAX_KEYS) return;
    if (mustRead) this.must = [];
    else this.rest = [];
    this.send(chunk);
  }

  /**
   * Sends the chunks that are not full, then waits for all chunks.
   * @throws UpstreamUnavailableError if a required key could not be read or the signal was aborted
   */
  async end(): Promise<void> {
    const left = this.must.concat(this.rest);
    for (let start = 0; start < left.length; start += MAX_KEYS)
      this.send(left.slice(start, start + MAX_KEYS));
    if (this.prefetchedCount > 0) this.context.onRead?.(this.prefetchedCount);
    await Promise.all(this.reads);
  }

  private send(chunk: readonly RequestedKey[]): void {
    const read = this.read(chunk);
    // Avoid an unhandled rejection; awaited in `end`.
    read.catch(() => undefined);
    this.reads.push(read);
  }

  private async read(chunk: readonly RequestedKey[]): Promise<void> {
    const { context } = this;
    try {
      const keys = chunk.map(({ key }) => key);
      const { accounts } = await readChunk(keys, context);
      for (const [index, { take }] of chunk.entries()) take(accounts[index] ?? null);
    } catch (thrown) {
      if (context.scope.signal.aborted) throw deadlineExceeded(context.scope.signal, thrown);
      const isTooLarge = isInvalidParams(thrown) || (isUpstreamCallError(thrown) && thrown.code === 413);
      if (isTooLarge && chunk.length > 1) {
        const middle = chunk.length >> 1;
        await Promise.all([this.read(chunk.slice(0, middle)), this.read(chunk.slice(middle))]);
        return;
      }
      const required = chunk.filter(({ mustRead }) => mustRead);
      if (required.length === chunk.length) throw unreadable(thrown);
      if (required.length > 0) {
        // A failure of optional keys must not fail required ones.
        const rest = chunk.filter(({ mustRead }) => !mustRead);
        await Promise.all([this.read(required), this.read(rest)]);
        return;
      }
      for (const { take } of chunk) take('unread');
    }
    context.onRead?.(chunk.length);
  }
}

/** The accounts of one chunk, and the slot of the response. */
type Chunk = { accounts: (RawAccount | null)[]; slot: number };

/**
 * Reads one chunk. Rejects a result with the wrong number of rows, with malformed rows or from before the minimum slot.
 */
async function readChunk(
  keys: readonly SolanaAddress[],
  { transport, scope, minContextSlot, length, onSlot }: ReadContext,
): Promise<Chunk> {
  const dataSlice = length && { offset: 0, length };
  const config = { encoding: 'base64', minContextSlot, dataSlice };
  const accept = (answer: unknown): Chunk | undefined => {
    const { slot, value } = readValue(answer);
    if (!Array.isArray(value) || value.length !== keys.length || slot < (minContextSlot ?? 0))
      return undefined;
    const accounts = (value as unknown[]).map((row) => (row === null ? null : readAccount(row)));
    return accounts.every((account) => account !== undefined) ? { accounts, slot } : undefined;
  };
  const chunk = await transport('getMultipleAccounts', [keys, config], scope, {
    accept,
    roundIntegers: true,
  });
  onSlot?.(chunk.slot);
  return chunk;
}

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
class PrefetchedAccounts {
  /** Addresses that the listing requested, prefetched or not. */
  readonly requested = new Set<SolanaAddress>();
  private readonly accounts = new Map<SolanaAddress, PrefetchedAccount>();

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
    const { accounts, slot } = await readChunk(keys, { transport, scope, length: TOKEN_BYTES });
    for (const [i, key] of keys.entries()) this.accounts.set(key, { account: accounts[i] ?? null, slot });
  }

  /** Returns a prefetched account if it was read at `minSlot` or later. Records the key for the next listing. */
  take(key: SolanaAddress, minSlot: number): PrefetchedAccount | undefined {
    if (this.requested.size <= MAX_PREFETCHED) this.requested.add(key);
    const found = this.accounts.get(key);
    return found !== undefined && found.slot >= minSlot ? found : undefined;
  }
}
