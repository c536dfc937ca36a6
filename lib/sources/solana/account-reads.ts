import type { SolanaAddress } from '@/lib/solana/address/address';
import {
  deadlineExceeded,
  isInvalidParams,
  isUpstreamCallError,
} from '@/lib/sources/transport/upstream-errors';
import {
  isAccount,
  type ReadAccount,
  type ReadContext,
  readAccount,
  readValue,
  unreadable,
} from './account-reader';
import { PartialReads } from './partial-reads';

/** Maximum number of keys in a `getMultipleAccounts` call (agave `MAX_MULTIPLE_ACCOUNTS`). */
export const MAX_KEYS = 100;

/**
 * Reads many accounts; see `AccountReads`.
 * @param mustRead number of required keys at the start of `keys`; the call fails if one of their chunks fails
 * @throws UpstreamUnavailableError if a required key could not be read or the signal was aborted
 */
export async function readAccounts(
  keys: readonly SolanaAddress[],
  mustRead: number,
  context: ReadContext,
): Promise<ReadAccount[]> {
  const reads = new AccountReads(context);
  const accounts = new Array<ReadAccount>(keys.length).fill('unread');
  for (const [index, key] of keys.entries())
    reads.add(key, index < mustRead, (account) => {
      accounts[index] = account;
    });
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
  private readonly context: ReadContext;
  private readonly partialReads: PartialReads | undefined;
  private readonly reads: Promise<void>[] = [];
  /** Required keys that wait for their chunk to fill up. */
  private must: RequestedKey[] = [];
  /** Optional keys that wait for their chunk to fill up. */
  private rest: RequestedKey[] = [];
  private knownCount = 0;

  constructor(given: ReadContext) {
    this.partialReads = given.known && new PartialReads(given.scope);
    this.context = this.partialReads ? { ...given, scope: this.partialReads.scope } : given;
  }

  /**
   * Requests the account of a key.
   * @param mustRead whether the key is required; `end` rejects if the chunk of a required key fails
   * @param take called immediately if the account is already known, otherwise when its chunk has arrived
   */
  add(key: SolanaAddress, mustRead: boolean, take: RequestedKey['take']): void {
    const { context } = this;
    const known = context.known?.get(key) ?? context.prefetched?.take(key, context.minContextSlot ?? 0);
    if (known !== undefined) {
      this.knownCount += 1;
      context.onSlot(known.slot);
      take(known.account);
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
    if (this.knownCount > 0) this.context.onRead?.(this.knownCount);
    await (this.partialReads ? this.partialReads.settle(this.reads) : Promise.all(this.reads));
  }

  private send(chunk: readonly RequestedKey[]): void {
    const read = this.read(chunk);
    // Avoid an unhandled rejection; awaited in `end`.
    read.catch(() => undefined);
    this.reads.push(read);
  }

  private async read(chunk: readonly RequestedKey[]): Promise<void> {
    const { context, partialReads } = this;
    try {
      const keys = chunk.map(({ key }) => key);
      const { rows, slot } = await readChunk(keys, context);
      for (const [index, { key, take }] of chunk.entries()) {
        const row = rows[index];
        const account = row === null ? null : (readAccount(row) ?? 'unread');
        if (account !== 'unread') context.known?.set(key, { account, slot });
        take(account);
      }
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
    partialReads?.noteProgress();
    context.onRead?.(chunk.length);
  }
}

/** Rows of one chunk as sent by the node, and the slot of the response. */
type Chunk = { rows: unknown[]; slot: number };

/**
 * Reads one chunk. Rejects a result with the wrong number of rows, with malformed rows or from before the minimum slot.
 */
export async function readChunk(
  keys: readonly SolanaAddress[],
  { transport, scope, minContextSlot, onSlot }: ReadContext,
): Promise<Chunk> {
  const config = {
    encoding: 'base64',
    ...(minContextSlot === undefined ? {} : { minContextSlot }),
  };
  const accept = (answer: unknown): Chunk | undefined => {
    const { slot, value } = readValue(answer);
    if (!Array.isArray(value) || value.length !== keys.length || slot < (minContextSlot ?? 0))
      return undefined;
    const rows: unknown[] = value;
    return rows.every((row) => row === null || isAccount(row)) ? { rows, slot } : undefined;
  };
  const chunk = await transport('getMultipleAccounts', [keys, config], scope, {
    accept,
    roundIntegers: true,
  });
  onSlot(chunk.slot);
  return chunk;
}
