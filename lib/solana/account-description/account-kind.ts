import { type CoreAccount, decodeCoreAccount } from '@/lib/solana/accounts/core-account';
import { decodeMint, type Mint } from '@/lib/solana/accounts/mint';
import { decodeMintExtensions } from '@/lib/solana/accounts/mint-extensions';
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

/** An account with all or only the first bytes of its data. */
export type AccountBytes = {
  owner: SolanaAddress;
  lamports: bigint;
  executable: boolean;
  /** The first bytes of the account's data, or all of them if the length equals `space`. */
  data: Uint8Array;
  /** Size of the account's data in bytes. */
  space: number;
};

/** Kind of an account, determined by its owner and data. */
export type AccountKind =
  | { kind: 'nothing' }
  | { kind: 'wallet' }
  | { kind: 'mint'; mint: Mint; extensions: string[]; permanentDelegate: SolanaAddress | null }
  | { kind: 'token-account'; account: TokenAccount; extensions: string[] }
  | { kind: 'multisig'; multisig: Multisig }
  /** `programData` is null if the program's loader is not upgradeable. */
  | { kind: 'program'; programData: SolanaAddress | null }
  | { kind: 'program-data'; programData: ProgramData }
  | { kind: 'stake'; stake: StakeAccount }
  /** `nonce` is null if the account is not initialized. */
  | { kind: 'nonce'; nonce: NonceAccount | null }
  | { kind: 'vote'; vote: VoteAccount }
  | { kind: 'metadata'; metadata: TokenMetadata }
  | { kind: 'mpl-core'; core: CoreAccount }
  | { kind: 'sysvar' }
  /** An account with any other data, including data that does not decode. */
  | { kind: 'program-account' };

/** Decodes an account of one program; returns undefined if the data does not decode. */
type KindDecoder = (account: AccountBytes) => AccountKind | undefined;

const systemKind: KindDecoder = ({ data, space }) => {
  if (space === 0) return { kind: 'wallet' };
  const nonce = decodeNonceAccount(data);
  return nonce === undefined ? undefined : { kind: 'nonce', nonce };
};

const tokenKind: KindDecoder = (account) => {
  const { owner, data } = account;
  const multisig = decodeMultisig(data);
  if (multisig !== undefined) return { kind: 'multisig', multisig };
  // Accounts of the classic token program have no extensions.
  if (owner === TOKEN_PROGRAM && data.length > TOKEN_ACCOUNT_BYTES) return undefined;
  const mint = decodeMint(data);
  if (mint?.isInitialized) {
    const permanentDelegate = decodeMintExtensions(data)?.permanentDelegate ?? null;
    return { kind: 'mint', mint, extensions: extensionNames(data), permanentDelegate };
  }
  const token = decodeTokenAccount(data);
  return token && { kind: 'token-account', account: token, extensions: extensionNames(data) };
};

const loaderKind: KindDecoder = ({ data }) => {
  const address = decodeProgram(data);
  if (address !== undefined) return { kind: 'program', programData: address };
  const programData = decodeProgramData(data);
  return programData && { kind: 'program-data', programData };
};

/** Creates the decoder for a program with only one kind of account. */
const singleKind =
  <T>(decode: (data: Uint8Array) => T | undefined, kindOf: (decoded: T) => AccountKind): KindDecoder =>
  ({ data }) => {
    const decoded = decode(data);
    return decoded && kindOf(decoded);
  };

const KIND_DECODERS: ReadonlyMap<string, KindDecoder> = new Map([
  [SYSTEM_PROGRAM, systemKind],
  [TOKEN_PROGRAM, tokenKind],
  [TOKEN_2022_PROGRAM, tokenKind],
  [UPGRADEABLE_LOADER, loaderKind],
  [STAKE_PROGRAM, singleKind(decodeStakeAccount, (stake) => ({ kind: 'stake', stake }))],
  [VOTE_PROGRAM, singleKind(decodeVoteAccount, (vote) => ({ kind: 'vote', vote }))],
  [TOKEN_METADATA_PROGRAM, singleKind(decodeTokenMetadata, (metadata) => ({ kind: 'metadata', metadata }))],
  [MPL_CORE_PROGRAM, singleKind(decodeCoreAccount, (core) => ({ kind: 'mpl-core', core }))],
  [SYSVAR_OWNER, () => ({ kind: 'sysvar' })],
]);

/**
 * Determines the kind of an account in linear time. Returns `nothing` for null, and `program-account` if the data does
 * not decode.
 */
export function accountKindOf(account: AccountBytes | null): AccountKind {
  if (account === null) return { kind: 'nothing' };
  const kind = KIND_DECODERS.get(account.owner)?.(account);
  if (account.executable && kind?.kind !== 'program') return { kind: 'program', programData: null };
  return kind ?? { kind: 'program-account' };
}
