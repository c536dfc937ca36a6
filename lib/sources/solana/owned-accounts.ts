import { UpstreamUnavailableError } from '@/lib/errors';
import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import { readParsedTokenAccount } from '@/lib/solana/accounts/parsed-token-account';
import { decodeAccountFacts } from '@/lib/solana/accounts/token-extensions';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-program';
import { isAddress, type SolanaAddress } from '@/lib/solana/address/address';
import type { OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { type ClosableAccounts, isClosable } from '@/lib/solana/assemble-holdings';
import { isTokenProgram, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import type { Transport } from '@/lib/sources/transport/transport-type';
import {
  isInvalidParams,
  isUpstreamCallError,
  type UpstreamCallError,
} from '@/lib/sources/transport/upstream-errors';
import { integerOf, readAccount, readValue } from './read-accounts';

/** Result of step one of reading holdings: the balance and token accounts of a wallet. */
export type OwnedAccounts = {
  lamports: bigint;
  /** Accounts of both token programs; by default only those with a balance. */
  accounts: OwnedTokenAccount[];
  /** Whether any account, with or without a public balance, can have a confidential balance. */
  isConfidential: boolean;
  /** Accounts without a balance that the owner can close. */
  closable: ClosableAccounts;
  /** Slot of the oldest response. */
  oldestSlot: number;
  /** Slot of the newest response. */
  newestSlot: number;
};

/** Which accounts of an owner to read, and their minimum slot. */
export type OwnedAccountsOptions = {
  /** Only accounts of these mints. */
  mints?: readonly SolanaAddress[] | undefined;
  minContextSlot?: number | undefined;
  /** Include accounts without a balance. */
  withEmpty?: boolean | undefined;
  /** Request the decimals of classic accounts, so that not every mint has to be read. */
  withDecimals?: boolean | undefined;
  /** Called with the number of accounts in a list before the list is decoded; an error ends the read. */
  onList?: ((list: string, accounts: number) => Promise<void>) | undefined;
};

/**
 * Maximum number of selected mints to read with one call per mint. With more mints, reading all accounts and filtering
 * them is faster.
 */
const MAX_CALLS_PER_MINT = 25;

/**
 * Performs step one: reads the balance and the token accounts of both programs in three parallel calls, or the balance
 * and one call per mint if few mints are selected. Omits accounts with a zero balance unless `withEmpty` is set
 * (contract §3).
 * @throws UpstreamUnavailableError, or UpstreamCallError, if any call failed, because the list would be incomplete
 */
export async function readOwnedAccounts(
  transport: Transport,
  owner: SolanaAddress,
  scope: RequestScope,
  { mints: named, minContextSlot, withEmpty = false, withDecimals, onList }: OwnedAccountsOptions = {},
): Promise<OwnedAccounts> {
  // A mint that is named twice is read once, because each read returns its accounts.
  const mints = named && [...new Set(named)];
  // If one call fails, the others are aborted.
  const siblings = childScope(scope);
  const read = { transport, owner, scope: siblings.scope, minContextSlot, withEmpty, onList };
  const alone = mints !== undefined && mints.length <= MAX_CALLS_PER_MINT;
  try {
    const [balance, ...lists] = await Promise.all([
      readBalance(read),
      ...(alone
        ? mints.map((mint) => readMint(read, mint))
        : [
            readProgram(read, TOKEN_PROGRAM, withDecimals ? 'jsonParsed' : 'base64'),
            // Token-2022 mints are always read, so their decimals are not needed.
            readProgram(read, TOKEN_2022_PROGRAM, 'base64'),
          ]),
    ]);
    const accounts = lists.flatMap(({ found }) => found);
    const closable: ClosableAccounts = { count: 0, lamports: 0n };
    for (const list of lists) {
      closable.count += list.closable.count;
      closable.lamports += list.closable.lamports;
    }
    const slots = [balance, ...lists].flatMap(({ slot }) => slot ?? []);
    const wanted = mints && new Set(mints);
    return {
      lamports: balance.lamports,
      accounts: wanted === undefined ? accounts : accounts.filter(({ account }) => wanted.has(account.mint)),
      isConfidential: lists.some((list) => list.isConfidential),
      closable,
      oldestSlot: Math.min(...slots),
      newestSlot: Math.max(...slots),
    };
  } catch (thrown) {
    siblings.abort();
    throw thrown;
  } finally {
    siblings.clear();
  }
}

type Read = {
  transport: Transport;
  owner: SolanaAddress;
  scope: RequestScope;
} & Pick<OwnedAccountsOptions, 'minContextSlot' | 'withEmpty' | 'onList'>;

/** Reads the exact balance in lamports. */
async function readBalance(read: Read): Promise<{ slot: number; lamports: bigint }> {
  const accept = (answer: unknown) => {
    const { slot, value } = readValue(answer);
    const lamports = integerOf(value);
    // Some nodes ignore `minContextSlot`.
    return lamports !== undefined && slot >= (read.minContextSlot ?? 0) ? { slot, lamports } : undefined;
  };
  const { transport, owner, scope, minContextSlot } = read;
  return await transport('getBalance', [owner, { minContextSlot }], scope, { accept });
}

/**
 * Reads the accounts of one program.
 * @throws UpstreamUnavailableError `token-accounts-refused` if the node refuses the call
 */
async function readProgram(
  read: Read,
  programId: string,
  encoding: 'base64' | 'jsonParsed',
): Promise<TokenAccountList> {
  try {
    return await readList(read, { programId }, encoding, (program) => program === programId);
  } catch (thrown) {
    throw isUpstreamCallError(thrown) ? programRefused(programId, thrown) : thrown;
  }
}

/** Creates the error for a refused program, such as Token-2022 on an old node: an empty list would be a guess. */
const programRefused = (programId: string, error: UpstreamCallError) =>
  new UpstreamUnavailableError(
    'token-accounts-refused',
    programId === TOKEN_2022_PROGRAM
      ? 'The upstream does not list the Token-2022 accounts of this owner'
      : 'The upstream does not list the token accounts of this owner',
    { upstreamCode: error.code },
    error,
  );

/** Reads the accounts of one mint of either program; empty if the mint does not exist. */
async function readMint(read: Read, mint: SolanaAddress): Promise<TokenAccountList> {
  const isOfMint = (program: string, account: OwnedTokenAccount['account']) =>
    account.mint === mint && isTokenProgram(program);
  try {
    return await readList(read, { mint }, 'base64', isOfMint);
  } catch (thrown) {
    // Invalid params from every endpoint: the mint does not exist.
    if (isInvalidParams(thrown)) return NO_ACCOUNTS;
    throw thrown;
  }
}

/**
 * Reads the accounts with a balance that an owner has for one mint of either program; empty if the mint does not exist.
 * @throws UpstreamUnavailableError, or UpstreamCallError if the node refuses the call
 */
export const readAccountsOfMint = async (
  transport: Transport,
  owner: SolanaAddress,
  mint: SolanaAddress,
  scope: RequestScope,
): Promise<OwnedTokenAccount[]> => (await readMint({ transport, owner, scope }, mint)).found;

type TokenAccountList = {
  /** Slot of the response; undefined without a response. */
  slot: number | undefined;
  found: OwnedTokenAccount[];
  isConfidential: boolean;
  closable: ClosableAccounts;
};

const NO_ACCOUNTS: TokenAccountList = {
  slot: undefined,
  found: [],
  isConfidential: false,
  closable: { count: 0, lamports: 0n },
};

/** Reads one list. Rejects a list that is older than `minContextSlot`, or contains a row that does not belong to it. */
async function readList(
  read: Read,
  filter: { programId: string } | { mint: SolanaAddress },
  encoding: 'base64' | 'jsonParsed',
  belongs: (programId: string, account: OwnedTokenAccount['account']) => boolean,
): Promise<TokenAccountList> {
  const { transport, owner, scope, onList, minContextSlot, withEmpty } = read;
  const accept = async (answer: unknown): Promise<TokenAccountList | undefined> => {
    const { slot, value: rows } = readValue(answer);
    if (!Array.isArray(rows) || slot < (minContextSlot ?? 0)) return undefined;
    await onList?.('mint' in filter ? filter.mint : filter.programId, rows.length);
    const found: OwnedTokenAccount[] = [];
    const listed = new Set<SolanaAddress>();
    let isConfidential = false;
    const closable: ClosableAccounts = { count: 0, lamports: 0n };
    for (const row of rows as unknown[]) {
      const read = readTokenAccountRow(row, owner);
      if (read === undefined || listed.has(read.address)) return undefined;
      if (read.account.owner !== owner || !belongs(read.programId, read.account)) return undefined;
      listed.add(read.address);
      isConfidential ||= read.facts?.confidential === true;
      if (withEmpty || read.account.amount > 0n) found.push(read);
      if (read.lamports !== undefined && isClosable(read)) {
        closable.count += 1;
        closable.lamports += read.lamports;
      }
    }
    return { slot, found, isConfidential, closable };
  };
  const params = [owner, filter, { minContextSlot, encoding }];
  return await transport('getTokenAccountsByOwner', params, scope, { accept, roundIntegers: true });
}

/**
 * Reads a row in a list of token accounts, `{ pubkey, account }`, whose account the node has parsed or sent as bytes.
 * @param listOf the owner whose accounts are listed
 * @returns undefined if the row is malformed or has an invalid address
 */
function readTokenAccountRow(row: unknown, listOf: SolanaAddress): OwnedTokenAccount | undefined {
  const { pubkey: address, account: value } = (row ?? {}) as { pubkey?: unknown; account?: unknown };
  if (typeof address !== 'string' || !isAddress(address)) return undefined;
  const { owner, data, lamports: sent } = (value ?? {}) as Record<'owner' | 'data' | 'lamports', unknown>;
  // Undefined if the transport has rounded them.
  const lamports = integerOf(sent);
  if (!Array.isArray(data)) {
    const parsed = owner === TOKEN_PROGRAM ? readParsedTokenAccount(data, listOf) : undefined;
    return parsed && { address, programId: TOKEN_PROGRAM, ...parsed, lamports };
  }
  const raw = readAccount(value);
  const account = raw && decodeTokenAccount(raw.data);
  if (raw === undefined || account === undefined) return undefined;
  const facts = raw.owner === TOKEN_2022_PROGRAM ? decodeAccountFacts(raw.data) : undefined;
  return { address, programId: raw.owner, account, facts, lamports };
}
