import { type CoreAccount, decodeCoreAccount } from '@/lib/solana/accounts/core-account';
import { decodeMint, type Mint } from '@/lib/solana/accounts/mint';
import {
  decodeTokenAccount,
  TOKEN_ACCOUNT_BYTES,
  type TokenAccount,
} from '@/lib/solana/accounts/token-account';
import { decodeTokenMetadata, type TokenMetadata } from '@/lib/solana/accounts/token-metadata';
import type { SolanaAddress } from '@/lib/solana/address/address';
import {
  MPL_CORE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '@/lib/solana/programs';
import { extensionNames } from './extension-names';
import { STAKE_PROGRAM, SYSVAR_OWNER, UPGRADEABLE_LOADER, VOTE_PROGRAM } from './known-programs';
import { decodeProgram, decodeProgramData, type ProgramData } from './loader-account';
import { decodeMultisig, type Multisig } from './multisig';
import { decodeNonceAccount, type NonceAccount } from './nonce-account';
import { decodeStakeAccount, type StakeAccount } from './stake-account';
import { decodeVoteAccount, type VoteAccount } from './vote-account';

/** An account as the chain has it, or the beginning of it. */
export type AccountBytes = {
  owner: SolanaAddress;
  lamports: bigint;
  executable: boolean;
  /** The first bytes of its data; all of them where `space` says so. */
  data: Uint8Array;
  /** How many bytes its data has. */
  space: number;
};

/** What an account is, by its owner and its bytes. */
export type AccountKind =
  | { kind: 'nothing' }
  | { kind: 'wallet' }
  | { kind: 'mint'; mint: Mint; extensions: string[] }
  | { kind: 'token-account'; account: TokenAccount; extensions: string[] }
  | { kind: 'multisig'; multisig: Multisig }
  /** `programData` is null for a program that no upgradeable loader has loaded. */
  | { kind: 'program'; programData: SolanaAddress | null }
  | { kind: 'program-data'; programData: ProgramData }
  | { kind: 'stake'; stake: StakeAccount }
  /** Null: it is not initialized. */
  | { kind: 'nonce'; nonce: NonceAccount | null }
  | { kind: 'vote'; vote: VoteAccount }
  | { kind: 'metadata'; metadata: TokenMetadata }
  | { kind: 'mpl-core'; core: CoreAccount }
  | { kind: 'sysvar' }
  /** Data of any program that is not one of the above, or does not decode. */
  | { kind: 'program-account' };

/** How the accounts of one program are told apart; undefined for what does not decode. */
type Teller = (account: AccountBytes) => AccountKind | undefined;

const tellSystem: Teller = ({ data, space }) => {
  if (space === 0) return { kind: 'wallet' };
  const nonce = decodeNonceAccount(data);
  return nonce === undefined ? undefined : { kind: 'nonce', nonce };
};

const tellToken: Teller = (account) => {
  const { owner, data } = account;
  const multisig = decodeMultisig(data);
  if (multisig !== undefined) return { kind: 'multisig', multisig };
  // Accounts of the first token program have no extensions.
  if (owner === TOKEN_PROGRAM && data.length > TOKEN_ACCOUNT_BYTES) return undefined;
  const mint = decodeMint(data);
  if (mint?.isInitialized) return { kind: 'mint', mint, extensions: extensionNames(data) };
  const token = decodeTokenAccount(data);
  return token && { kind: 'token-account', account: token, extensions: extensionNames(data) };
};

const tellLoader: Teller = ({ data }) => {
  const address = decodeProgram(data);
  if (address !== undefined) return { kind: 'program', programData: address };
  const programData = decodeProgramData(data);
  return programData && { kind: 'program-data', programData };
};

/** All accounts of the program that decode are of one kind. */
const telling =
  <T>(decode: (data: Uint8Array) => T | undefined, kindOf: (decoded: T) => AccountKind): Teller =>
  ({ data }) => {
    const decoded = decode(data);
    return decoded && kindOf(decoded);
  };

const TELLERS: ReadonlyMap<string, Teller> = new Map([
  [SYSTEM_PROGRAM, tellSystem],
  [TOKEN_PROGRAM, tellToken],
  [TOKEN_2022_PROGRAM, tellToken],
  [UPGRADEABLE_LOADER, tellLoader],
  [STAKE_PROGRAM, telling(decodeStakeAccount, (stake) => ({ kind: 'stake', stake }))],
  [VOTE_PROGRAM, telling(decodeVoteAccount, (vote) => ({ kind: 'vote', vote }))],
  [TOKEN_METADATA_PROGRAM, telling(decodeTokenMetadata, (metadata) => ({ kind: 'metadata', metadata }))],
  [MPL_CORE_PROGRAM, telling(decodeCoreAccount, (core) => ({ kind: 'mpl-core', core }))],
  [SYSVAR_OWNER, () => ({ kind: 'sysvar' })],
]);

/**
 * What an account is, in one linear look at its bytes; null is no account. What does not decode is a
 * `program-account`: nothing is guessed.
 */
export function accountKindOf(account: AccountBytes | null): AccountKind {
  if (account === null) return { kind: 'nothing' };
  const told = TELLERS.get(account.owner)?.(account);
  if (account.executable && told?.kind !== 'program') return { kind: 'program', programData: null };
  return told ?? { kind: 'program-account' };
}
