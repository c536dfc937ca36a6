import { UpstreamUnavailableError } from '@/lib/errors';
import { forEachYielding } from '@/lib/promises/for-each-yielding';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { pause } from '@/lib/sources/transport/pause';
import type { Transport } from '@/lib/sources/transport/transport-type';
import {
  deadlineExceeded,
  isUpstreamCallError,
  isUpstreamUnavailable,
} from '@/lib/sources/transport/upstream-errors';
import { PartialReads } from './partial-reads';

/** An account as a node gives it, its data decoded from base64. */
export type RawAccount = { owner: string; data: Buffer };

/** What became of a key: its account, null when there is none, `unread` when it could not be read. */
export type ReadAccount = RawAccount | null | 'unread';

/** The most keys that `getMultipleAccounts` takes (agave `MAX_MULTIPLE_ACCOUNTS`). */
const MAX_KEYS = 100;
/** How often an answer of the wrong shape, or of too old a slot, is asked for again before the call gives up. */
const RETRIES = 4;
/** Pause before the second try, growing: half a slot, which is what a lagging node mostly needs. */
const PAUSE_MS = 200;

export type ReadContext = {
  transport: Transport;
  signal: AbortSignal;
  /** Slot that an answer must have reached: the one at which the keys were found. */
  minContextSlot: number | undefined;
  /** Hears of the slot of every answer. */
  onSlot: (slot: number) => void;
  /** Hears how many keys have been read. */
  onRead?: (count: number) => void;
  /**
   * What an earlier read that failed has read already, by key: it is not asked for again, and what is read is added. A
   * failed chunk then gives the others a moment.
   */
  known?: KnownAccounts | undefined;
};

/** Accounts that were read, each with the slot of its answer. */
export type KnownAccounts = Map<SolanaAddress, { account: RawAccount | null; slot: number }>;

/** `{ context: { slot }, value }`, the shape of every answer that is read at a slot; 0 when it names none. */
export function readValue(answer: unknown): { slot: number; value: unknown } {
  const { context, value } = (answer ?? {}) as { context?: { slot?: unknown }; value?: unknown };
  const slot = context?.slot;
  return { slot: Number.isSafeInteger(slot) && Number(slot) > 0 ? Number(slot) : 0, value };
}

function isAccount(value: unknown): value is { owner: string; data: [string, 'base64'] } {
  const { owner, data } = (value ?? {}) as { owner?: unknown; data?: unknown };
  return (
    typeof owner === 'string' && Array.isArray(data) && typeof data[0] === 'string' && data[1] === 'base64'
  );
}

/** An account object with `base64` data; undefined when it is anything else. */
export function readAccount(value: unknown): RawAccount | undefined {
  return isAccount(value) ? { owner: value.owner, data: Buffer.from(value.data[0], 'base64') } : undefined;
}

/**
 * Asks until the answer is usable.
 * @throws UpstreamUnavailableError when it never is, or the signal is aborted
 */
export async function askForShape<T>(ask: () => Promise<T | undefined>, signal: AbortSignal): Promise<T> {
  for (let tries = 0; ; tries++) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (tries === RETRIES) break;
    if (tries > 0) await pause(PAUSE_MS * tries, signal);
  }
  throw new UpstreamUnavailableError(
    'upstream-malformed',
    'The upstream answered with something that is no such answer',
  );
}

/**
 * Many accounts, in chunks of at most 100 that travel together; a chunk that a provider finds too large (HTTP 413
 * or -32602) is halved. Keys are read all or `unread`: a failed chunk fails no other.
 * @param mustRead how many keys, from the first, may not be `unread`: their chunk's failure is the call's
 * @throws UpstreamUnavailableError when one of those failed, or the signal was aborted
 */
export async function readAccounts(
  keys: readonly SolanaAddress[],
  mustRead: number,
  context: ReadContext,
): Promise<ReadAccount[]> {
  const { known } = context;
  if (known === undefined) return readChunks(keys, mustRead, context);
  const missing = keys.filter((key) => !known.has(key));
  const must = keys.slice(0, mustRead).filter((key) => !known.has(key)).length;
  context.onRead?.(keys.length - missing.length);
  const read = await readChunks(missing, must, context);
  const newly = new Map(missing.map((key, index) => [key, read[index] ?? null]));
  return keys.map((key) => {
    const before = known.get(key);
    if (before === undefined) return newly.get(key) ?? null;
    if (!newly.has(key)) context.onSlot(before.slot);
    return before.account;
  });
}

async function readChunks(
  keys: readonly SolanaAddress[],
  mustRead: number,
  given: ReadContext,
): Promise<ReadAccount[]> {
  const together = given.known && new PartialReads(given.signal);
  const context = together ? { ...given, signal: together.signal } : given;
  const accounts = new Array<ReadAccount>(keys.length).fill('unread');
  const chunks: { start: number; end: number }[] = [];
  for (let start = 0; start < keys.length; start += MAX_KEYS)
    chunks.push({ start, end: Math.min(start + MAX_KEYS, keys.length) });

  // What belongs to the same items is asked for side by side: a read that fails midway then has whole ones.
  const place = (start: number) => (start < mustRead ? start : start - mustRead);
  if (together) chunks.sort((a, b) => place(a.start) - place(b.start));

  const readChunk = async (start: number, end: number): Promise<void> => {
    try {
      const { rows, slot } = await askForShape(() => ask(keys.slice(start, end), context), context.signal);
      let index = start;
      await forEachYielding(rows, (row) => {
        const account = row === null ? null : (readAccount(row) ?? 'unread');
        const key = keys[index];
        accounts[index] = account;
        if (key !== undefined && account !== 'unread') context.known?.set(key, { account, slot });
        index += 1;
      });
    } catch (thrown) {
      if (context.signal.aborted) throw deadlineExceeded(context.signal);
      if (isUpstreamCallError(thrown) && (thrown.code === 413 || thrown.code === -32602) && end - start > 1) {
        const middle = (start + end) >> 1;
        await Promise.all([readChunk(start, middle), readChunk(middle, end)]);
        return;
      }
      if (start < mustRead) throw unreadable(thrown);
    }
    together?.noteProgress();
    context.onRead?.(end - start);
  };
  const reads: Promise<void>[] = [];
  // Thousands are not begun in one go.
  await forEachYielding(chunks, ({ start, end }) => {
    const read = readChunk(start, end);
    // Awaited below; until then a failure of it is nobody's.
    read.catch(() => undefined);
    reads.push(read);
  });
  await (together ? together.settle(reads) : Promise.all(reads));
  return accounts;
}

/** One chunk; undefined when the answer has another length, rows that are no accounts, or is older than the keys. */
async function ask(
  keys: readonly SolanaAddress[],
  { transport, signal, minContextSlot, onSlot }: ReadContext,
) {
  const config = {
    encoding: 'base64',
    commitment: 'confirmed',
    ...(minContextSlot === undefined ? {} : { minContextSlot }),
  };
  const { slot, value: rows } = readValue(await transport('getMultipleAccounts', [keys, config], signal));
  if (!Array.isArray(rows) || rows.length !== keys.length || slot < (minContextSlot ?? 0)) return undefined;
  if (!(rows as unknown[]).every((row) => row === null || isAccount(row))) return undefined;
  onSlot(slot);
  return { rows: rows as unknown[], slot };
}

/** Any failure of an upstream as the one error that leaves this layer. */
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
