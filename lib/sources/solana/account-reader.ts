import { isUpstreamUnavailable, UpstreamUnavailableError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';

/** An account as returned by a node, with its data decoded from base64. */
export type RawAccount = { owner: string; data: Buffer };

/** The account at a key; null if it does not exist, `unread` if it could not be read. */
export type ReadAccount = RawAccount | null | 'unread';

export type ReadContext = {
  transport: Transport;
  scope: RequestScope;
  /** Minimum slot of a response: the slot at which the keys were found. */
  minContextSlot: number | undefined;
  /** Called with the slot of every response. */
  onSlot: (slot: number) => void;
  /** Called with the number of keys read. */
  onRead?: (count: number) => void;
  /**
   * Accounts read by an earlier, failed attempt, by key. This attempt does not read them again, and adds the accounts
   * that it reads. If set, chunks in flight get 1 s to finish after one fails.
   */
  known?: KnownAccounts | undefined;
  /** Prefetched accounts, which are used instead of reading them again. */
  prefetched?: { take: (key: SolanaAddress, minSlot: number) => KnownAccount | undefined } | undefined;
};

/** Returns the data of an account if it was read and belongs to `program`. */
export const dataOf = (account: ReadAccount | undefined, program: string): Buffer | undefined =>
  typeof account === 'object' && account?.owner === program ? account.data : undefined;

/** Accounts read so far, by key, each with the slot of its response. */
export type KnownAccounts = Map<SolanaAddress, KnownAccount>;
export type KnownAccount = { account: RawAccount | null; slot: number };

/** Reads `{ context: { slot }, value }`, the format of all results that have a slot. A missing slot becomes 0. */
export function readValue(answer: unknown): { slot: number; value: unknown } {
  const { context, value } = (answer ?? {}) as { context?: { slot?: unknown }; value?: unknown };
  const slot = context?.slot;
  return { slot: Number.isSafeInteger(slot) && Number(slot) > 0 ? Number(slot) : 0, value };
}

export function isAccount(value: unknown): value is { owner: string; data: [string, 'base64'] } {
  const { owner, data } = (value ?? {}) as { owner?: unknown; data?: unknown };
  return (
    typeof owner === 'string' && Array.isArray(data) && typeof data[0] === 'string' && data[1] === 'base64'
  );
}

/** Reads an account object with `base64` data; returns undefined if it is malformed. */
export function readAccount(value: unknown): RawAccount | undefined {
  return isAccount(value) ? { owner: value.owner, data: Buffer.from(value.data[0], 'base64') } : undefined;
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
