import { UpstreamUnavailableError } from '@/lib/errors';
import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import {
  isInvalidParams,
  isUpstreamCallError,
  type UpstreamCallError,
} from '@/lib/sources/transport/upstream-errors';
import { readValue, unreadable } from './account-reader';
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
  /** Only those of these mints. */
  mints?: readonly SolanaAddress[] | undefined;
  minContextSlot?: number | undefined;
  /** Requests the decimals of classic accounts, so that not every mint has to be read. */
  withDecimals?: boolean | undefined;
  /** Called with the length of a list before it is decoded; an error that it throws ends the read. */
  onList?: ((list: string, accounts: number) => Promise<void>) | undefined;
  /** Called with the bytes of every account of a valid list, including accounts without a balance. */
  onBytes?: ((account: SolanaAddress, data: Buffer) => void) | undefined;
};

/** Reads step one of an owner's holdings. */
export type ReadOwned = (
  owner: SolanaAddress,
  scope: RequestScope,
  options?: OwnedAccountsOptions,
) => Promise<OwnedAccounts>;

/** For more mints, everything is read in two calls and the rest left out: a call per mint would be slower. */
const MOST_MINTS_READ_ALONE = 25;

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
            // Token-2022 mints are read in any case.
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
async function readBalance(read: Read): Promise<bigint> {
  const accept = (answer: unknown) => {
    const { slot, value } = readValue(answer);
    const lamports =
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : value;
    // Some nodes ignore `minContextSlot`.
    return typeof lamports === 'bigint' && slot >= (read.minContextSlot ?? 0)
      ? { slot, lamports }
      : undefined;
  };
  const { transport, owner, scope, onSlot } = read;
  const { slot, lamports } = await transport('getBalance', [owner, configOf(read)], scope, { accept });
  onSlot(slot);
  return lamports;
}

/** The accounts of one program. @throws UpstreamUnavailableError `token-accounts-refused` when the node refuses */
async function readProgram(
  read: Read,
  programId: string,
  encoding: 'base64' | 'jsonParsed',
): Promise<OwnedTokenAccount[]> {
  try {
    return await readList(read, { programId }, encoding, (program) => program === programId);
  } catch (thrown) {
    throw isUpstreamCallError(thrown) ? programRefused(programId, thrown) : thrown;
  }
}

/** An old node does not know Token-2022: an empty list would be a guess. */
const programRefused = (programId: string, error: UpstreamCallError) =>
  new UpstreamUnavailableError(
    'token-accounts-refused',
    programId === TOKEN_2022_PROGRAM
      ? 'The upstream does not list the Token-2022 accounts of this owner'
      : 'The upstream does not list the token accounts of this owner',
    { upstreamCode: error.code },
    error,
  );

/** The accounts of one mint, of whichever program; none of a mint that does not exist. */
async function readMint(read: Read, mint: SolanaAddress): Promise<OwnedTokenAccount[]> {
  const isOfMint = (program: string, account: OwnedTokenAccount['account']) =>
    account.mint === mint && (program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM);
  try {
    return await readList(read, { mint }, 'base64', isOfMint);
  } catch (thrown) {
    // Every endpoint was tried: none knows the mint.
    if (isInvalidParams(thrown)) return [];
    throw thrown;
  }
}

/** A list of token accounts as it was read, and the bytes of those that came as bytes. */
type TokenAccountList = { slot: number; found: OwnedTokenAccount[]; bytes: [SolanaAddress, Buffer][] };

/** Reads one list; one that is older than asked for, or has a row that does not belong to it, is rejected. */
async function readList(
  read: Read,
  filter: { programId: string } | { mint: SolanaAddress },
  encoding: 'base64' | 'jsonParsed',
  belongs: (programId: string, account: OwnedTokenAccount['account']) => boolean,
): Promise<OwnedTokenAccount[]> {
  const { transport, owner, scope, onSlot, onBytes, onList, minContextSlot = 0 } = read;
  const accept = async (answer: unknown): Promise<TokenAccountList | undefined> => {
    const { slot, value: rows } = readValue(answer);
    if (!Array.isArray(rows) || slot < minContextSlot) return undefined;
    await onList?.('mint' in filter ? filter.mint : filter.programId, rows.length);
    const found: OwnedTokenAccount[] = [];
    const listed = new Set<SolanaAddress>();
    const bytes: TokenAccountList['bytes'] = [];
    let malformed = false;
    const keepBytes = onBytes && ((account: SolanaAddress, data: Buffer) => void bytes.push([account, data]));
    for (const row of rows as unknown[]) {
      const read = readTokenAccountRow(row, owner, keepBytes);
      if (read === undefined || listed.has(read.address)) malformed = true;
      else if (read.account.owner !== owner || !belongs(read.programId, read.account)) malformed = true;
      else {
        listed.add(read.address);
        if (read.account.amount > 0n) found.push(read);
      }
    }
    return malformed ? undefined : { slot, found, bytes };
  };
  const params = [owner, filter, { ...configOf(read), encoding }];
  const list = await transport('getTokenAccountsByOwner', params, scope, { accept, roundIntegers: true });
  onSlot(list.slot);
  for (const [account, data] of list.bytes) onBytes?.(account, data);
  return list.found;
}
