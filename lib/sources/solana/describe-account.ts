import { isUpstreamUnavailable } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import {
  type AccountDescription,
  type TokenFacts,
  tokenFacts,
} from '@/lib/solana/account-description/account-description';
import {
  type AccountBytes,
  type AccountKind,
  accountKindOf,
  decodeProgramData,
  PROGRAM_DATA_HEAD_BYTES,
  type ProgramData,
} from '@/lib/solana/account-description/account-kind';
import { UPGRADEABLE_LOADER } from '@/lib/solana/account-description/known-programs';
import { decodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { isOnCurve } from '@/lib/solana/address/program-address';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import { isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { readMintFacts } from './listing';
import { integerOf, readAccount, readValue, TOKEN_BYTES } from './read-accounts';
import type { SolanaChain } from './solana-chain';

/**
 * Number of bytes to read from an account. A program can have millions of bytes, but the first bytes determine the
 * kind.
 */
const HEAD_BYTES = 4_096;

/** A chain's node and token list. */
type Chain = Pick<SolanaChain, 'transport' | 'tokenList'>;
type Read = Chain & { scope: RequestScope };

/**
 * Describes the account at an address. Takes one call, and for some kinds of account further calls for related facts.
 * Facts are undefined if their calls fail.
 * @throws UpstreamUnavailableError if the account could not be read
 */
export async function describeAccount(
  { transport, tokenList }: Chain,
  address: SolanaAddress,
  scope: RequestScope,
): Promise<AccountDescription> {
  const read = { transport, tokenList, scope };
  const head = await readHead(read, address, HEAD_BYTES);
  const cut = head?.owner === TOKEN_2022_PROGRAM && head.space > head.data.length;
  const account = cut ? await readHead(read, address, TOKEN_BYTES) : head;
  const kind = accountKindOf(account);
  const [token, programData, epoch] = await Promise.all([
    optional(readToken(read, address, account?.owner ?? '', kind)),
    optional(readProgramData(read, kind)),
    optional(readEpoch(read, kind)),
  ]);
  return {
    address,
    offCurve: !isOnCurve(decodeAddress(address) ?? new Uint8Array(32)),
    owner: account?.owner ?? null,
    lamports: account?.lamports ?? 0n,
    space: account?.space ?? 0,
    account: kind,
    token,
    programData,
    epoch,
  };
}

/** Turns upstream failures into undefined, for facts that are optional. */
const optional = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((thrown: unknown) => {
    if (isUpstreamCallError(thrown) || isUpstreamUnavailable(thrown)) return undefined;
    throw thrown;
  });

/** Reads the first bytes of an account; returns null if it does not exist. */
function readHead(
  { transport, scope }: Read,
  address: SolanaAddress,
  length: number,
): Promise<AccountBytes | null> {
  const config = { encoding: 'base64', dataSlice: { offset: 0, length } };
  const accept = (answer: unknown) => {
    const { value } = readValue(answer);
    return value === null ? null : accountHead(value, length);
  };
  return transport('getAccountInfo', [address, config], scope, { accept });
}

/** Validates an account object; returns undefined if it is malformed. */
function accountHead(value: unknown, length: number): AccountBytes | undefined {
  const account = readAccount(value);
  const { lamports: sent, executable, space } = (value ?? {}) as Record<string, unknown>;
  const lamports = integerOf(sent);
  if (account === undefined || lamports === undefined) return undefined;
  const { owner, data } = account;
  return {
    owner,
    lamports,
    executable: executable === true,
    // Some nodes ignore `dataSlice` and send all bytes.
    data: data.subarray(0, length),
    space: typeof space === 'number' && space > data.length ? space : data.length,
  };
}

async function readEpoch({ transport, scope }: Read, { kind }: AccountKind): Promise<bigint | undefined> {
  if (kind !== 'stake') return undefined;
  const info = await transport('getEpochInfo', [{}], scope);
  return integerOf((info as { epoch?: unknown } | null)?.epoch);
}

async function readProgramData(read: Read, kind: AccountKind): Promise<ProgramData | null | undefined> {
  if (kind.kind !== 'program' || kind.programData === null) return undefined;
  const head = await readHead(read, kind.programData, PROGRAM_DATA_HEAD_BYTES);
  return head && (head.owner === UPGRADEABLE_LOADER ? decodeProgramData(head.data) : undefined);
}

/**
 * Reads the facts about the token of a mint or token account, with one call, or two if a pointer names another account.
 */
async function readToken(
  { transport, tokenList, scope }: Read,
  address: SolanaAddress,
  programId: string,
  kind: AccountKind,
): Promise<TokenFacts | undefined> {
  if (kind.kind !== 'mint' && kind.kind !== 'token-account') return undefined;
  const mint = kind.kind === 'mint' ? address : kind.account.mint;
  // Read a mint again: its metadata may extend past the first bytes.
  const account = { address, programId, account: { mint, state: 'initialized' as const, amount: 0n } };
  const { knownOf } = await readMintFacts([account], { transport, scope, withoutFacts: true });
  const known = knownOf(mint);
  if (known === undefined || known.missing) return undefined;
  return tokenFacts(mint, known, await tokenList());
}
