import { forEachYielding } from '@/lib/promises/for-each-yielding';
import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { askForShape, readValue, unreadable } from './account-reader';
import { askProgram } from './program-accounts';
import { readTokenAccountRow } from './token-account-row';

/** What a wallet owns itself: step one of reading holdings. */
export type OwnedAccounts = {
  lamports: bigint;
  /** Of both token programs, with a balance. */
  accounts: OwnedTokenAccount[];
  /** Oldest and newest slot of the three reads. */
  oldestSlot: number;
  newestSlot: number;
};

/** Which of an owner's accounts are read, and how recent they must be. */
export type OwnedAccountsOptions = {
  /** Those of these mints alone. */
  mints?: readonly SolanaAddress[] | undefined;
  minContextSlot?: number | undefined;
  /** The node is asked for the decimals of classic accounts, so that not every mint has to be read. */
  withDecimals?: boolean | undefined;
  /** Hears how long a list is before it is looked into; what it throws ends the read. */
  onList?: ((list: string, accounts: number) => Promise<void>) | undefined;
  /** Hears of the bytes of every account, those without a balance too, when a list is known to be sound. */
  onBytes?: ((account: SolanaAddress, data: Buffer) => void) | undefined;
};

/** Reads step one of an owner's holdings. */
export type ReadOwned = (
  owner: SolanaAddress,
  scope: RequestScope,
  options?: OwnedAccountsOptions,
) => Promise<OwnedAccounts>;

/** Above so many mints, everything is read in two calls and the rest left out: a call for each would be slower. */
const MOST_MINTS_READ_ALONE = 25;
const INVALID_PARAMS = -32602;

/**
 * Balance and token accounts of both programs, three calls at once, or the balance and a call for each of a few mints.
 * Zero balances are left out (contract §3).
 * @throws UpstreamUnavailableError when any of the three failed: part of it would be a short list
 */
async function readOwnedAccounts(
  transport: Transport,
  owner: SolanaAddress,
  scope: RequestScope,
  { mints, minContextSlot, withDecimals, onBytes, onList }: OwnedAccountsOptions = {},
): Promise<OwnedAccounts> {
  const slots: number[] = [];
  const onSlot = (slot: number) => slots.push(slot);
  // One failure makes the other two pointless.
  const siblings = childScope(scope);
  const read = { transport, owner, scope: siblings.scope, onSlot, minContextSlot, onBytes, onList };
  const alone = mints !== undefined && mints.length <= MOST_MINTS_READ_ALONE;
  try {
    const [lamports, ...lists] = await Promise.all([
      readBalance(read),
      ...(alone
        ? mints.map((mint) => readMint(read, mint))
        : [
            readProgram(read, TOKEN_PROGRAM, withDecimals ? 'jsonParsed' : 'base64'),
            // What a Token-2022 mint can do is read with it in any case.
            readProgram(read, TOKEN_2022_PROGRAM, 'base64'),
          ]),
    ]);
    const accounts = lists.flat();
    const wanted = mints && new Set(mints);
    return {
      lamports,
      accounts: wanted === undefined ? accounts : accounts.filter(({ account }) => wanted.has(account.mint)),
      oldestSlot: slots.length === 0 ? 0 : Math.min(...slots),
      newestSlot: slots.length === 0 ? 0 : Math.max(...slots),
    };
  } catch (thrown) {
    siblings.abort();
    throw unreadable(thrown);
  } finally {
    siblings.clear();
  }
}

/** Step one through one transport. */
export function ownedReader(transport: Transport): ReadOwned {
  return (owner, scope, options) => readOwnedAccounts(transport, owner, scope, options);
}

type Read = {
  transport: Transport;
  owner: SolanaAddress;
  scope: RequestScope;
  onSlot: (slot: number) => void;
  minContextSlot: number | undefined;
  onBytes: OwnedAccountsOptions['onBytes'];
  onList: OwnedAccountsOptions['onList'];
};

const configOf = ({ minContextSlot }: Read) => ({
  commitment: 'confirmed',
  ...(minContextSlot === undefined ? {} : { minContextSlot }),
});

/** Lamports, exact: the transport gives what a double cannot hold as bigint. */
function readBalance(read: Read): Promise<bigint> {
  const { transport, owner, scope, onSlot, minContextSlot = 0 } = read;
  return askForShape(async (anotherFirst) => {
    const answer = await transport('getBalance', [owner, configOf(read)], scope, anotherFirst);
    const { slot, value } = readValue(answer);
    const lamports =
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : value;
    // Some nodes take no notice of the slot that they are asked for.
    if (typeof lamports !== 'bigint' || slot < minContextSlot) return undefined;
    onSlot(slot);
    return lamports;
  }, scope.signal);
}

/** The accounts of one program. */
async function readProgram(
  read: Read,
  programId: string,
  encoding: 'base64' | 'jsonParsed',
): Promise<OwnedTokenAccount[]> {
  return readList(
    read,
    programId,
    (anotherFirst) => askProgram(read, programId, { ...configOf(read), encoding }, anotherFirst),
    (program) => program === programId,
  );
}

/** The accounts of one mint, of whichever program; none of a mint that does not exist. */
async function readMint(read: Read, mint: SolanaAddress): Promise<OwnedTokenAccount[]> {
  const config = { ...configOf(read), encoding: 'base64' };
  const ask = (anotherFirst: boolean) =>
    read.transport('getTokenAccountsByOwner', [read.owner, { mint }, config], read.scope, anotherFirst);
  const isNoMint = (thrown: unknown) => isUpstreamCallError(thrown) && thrown.code === INVALID_PARAMS;
  try {
    return await readList(
      read,
      mint,
      (anotherFirst) =>
        ask(anotherFirst).catch((thrown) => (isNoMint(thrown) ? ask(!anotherFirst) : Promise.reject(thrown))),
      (program, account) =>
        account.mint === mint && (program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM),
    );
  } catch (thrown) {
    // Two endpoints, where there are two, know no such mint.
    if (isNoMint(thrown)) return [];
    throw thrown;
  }
}

async function readList(
  { owner, scope, onSlot, onBytes, onList, minContextSlot = 0 }: Read,
  list: string,
  ask: (anotherFirst: boolean) => Promise<unknown>,
  belongs: (programId: string, account: OwnedTokenAccount['account']) => boolean,
): Promise<OwnedTokenAccount[]> {
  return askForShape(async (anotherFirst) => {
    const { slot, value: rows } = readValue(await ask(anotherFirst));
    if (!Array.isArray(rows) || slot < minContextSlot) return undefined;
    await onList?.(list, rows.length);
    const found: OwnedTokenAccount[] = [];
    const listed = new Set<SolanaAddress>();
    const bytes: [SolanaAddress, Buffer][] = [];
    let malformed = false;
    const keepBytes = onBytes && ((account: SolanaAddress, data: Buffer) => void bytes.push([account, data]));
    await forEachYielding(rows as unknown[], (row) => {
      const read = readTokenAccountRow(row, owner, keepBytes);
      if (read === undefined || listed.has(read.address)) malformed = true;
      else if (read.account.owner !== owner || !belongs(read.programId, read.account)) malformed = true;
      else {
        listed.add(read.address);
        if (read.account.amount > 0n) found.push(read);
      }
    });
    if (malformed) return undefined;
    onSlot(slot);
    for (const [account, data] of bytes) onBytes?.(account, data);
    return found;
  }, scope.signal);
}
