import { UpstreamUnavailableError } from '@/lib/errors';
import { forEachYielding } from '@/lib/promises/for-each-yielding';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-account';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { askForShape, readAccount, readValue, unreadable } from './account-reader';

/** What a wallet owns itself: step one of reading holdings. */
export type OwnedAccounts = {
  lamports: bigint;
  /** Of both token programs, with a balance. */
  accounts: OwnedTokenAccount[];
  /** Oldest and newest slot of the three reads. */
  oldestSlot: number;
  newestSlot: number;
};

const CONFIG = { encoding: 'base64', commitment: 'confirmed' };

/**
 * Balance and token accounts of both programs, three calls at once. Zero balances are left out (contract §3).
 * @throws UpstreamUnavailableError when any of the three failed: part of it would be a short list
 */
export async function readOwnedAccounts(
  transport: Transport,
  owner: SolanaAddress,
  signal: AbortSignal,
): Promise<OwnedAccounts> {
  const slots: number[] = [];
  const onSlot = (slot: number) => slots.push(slot);
  // One failure makes the other two pointless.
  const siblings = linkedSignal(signal);
  const read = { transport, owner, signal: siblings.signal, onSlot };
  try {
    const [lamports, classic, extended] = await Promise.all([
      readBalance(read),
      readProgram(read, TOKEN_PROGRAM),
      readProgram(read, TOKEN_2022_PROGRAM),
    ]);
    return {
      lamports,
      accounts: classic.concat(extended),
      oldestSlot: slots.length === 0 ? 0 : Math.min(...slots),
      newestSlot: slots.length === 0 ? 0 : Math.max(...slots),
    };
  } catch (thrown) {
    throw unreadable(thrown);
  } finally {
    siblings.abort();
  }
}

type Read = {
  transport: Transport;
  owner: SolanaAddress;
  signal: AbortSignal;
  onSlot: (slot: number) => void;
};

/** Lamports, exact: the transport gives what a double cannot hold as bigint. */
function readBalance({ transport, owner, signal, onSlot }: Read): Promise<bigint> {
  return askForShape(async () => {
    const { slot, value } = readValue(
      await transport('getBalance', [owner, { commitment: 'confirmed' }], signal),
    );
    const lamports =
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : value;
    if (typeof lamports !== 'bigint') return undefined;
    onSlot(slot);
    return lamports;
  }, signal);
}

async function readProgram(
  { transport, owner, signal, onSlot }: Read,
  programId: string,
): Promise<OwnedTokenAccount[]> {
  return askForShape(async () => {
    const { slot, value: rows } = readValue(await askProgram(transport, owner, programId, signal));
    if (!Array.isArray(rows)) return undefined;
    const found = new Map<SolanaAddress, OwnedTokenAccount>();
    let malformed = false;
    await forEachYielding(rows as { pubkey?: unknown; account?: unknown }[], (row) => {
      const raw = readAccount(row?.account);
      const account = raw?.owner === programId ? decodeTokenAccount(raw.data) : undefined;
      if (account === undefined || account.owner !== owner || typeof row.pubkey !== 'string')
        malformed = true;
      else if (account.amount > 0n) found.set(row.pubkey, { address: row.pubkey, programId, account });
    });
    if (malformed) return undefined;
    onSlot(slot);
    return [...found.values()];
  }, signal);
}

async function askProgram(
  transport: Transport,
  owner: SolanaAddress,
  programId: string,
  signal: AbortSignal,
) {
  try {
    return await transport('getTokenAccountsByOwner', [owner, { programId }, CONFIG], signal);
  } catch (thrown) {
    if (!isUpstreamCallError(thrown)) throw thrown;
    // An old node knows no Token-2022: an empty list would be a guess.
    throw new UpstreamUnavailableError(
      'token-accounts-refused',
      programId === TOKEN_2022_PROGRAM
        ? 'The upstream does not list the Token-2022 accounts of this owner'
        : 'The upstream does not list the token accounts of this owner',
      { upstreamCode: thrown.code },
      thrown,
    );
  }
}
