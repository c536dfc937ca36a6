import { asBuffer } from '@/lib/solana/accounts/account-bytes';
import { decodeTokenMetadata, isTokenMetadata } from '@/lib/solana/accounts/token-metadata';
import {
  decodeMint,
  decodeTokenAccount,
  type Mint,
  MULTISIG_BYTES,
  TOKEN_ACCOUNT_BYTES,
  type TokenAccount,
} from '@/lib/solana/accounts/token-program';
import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { extensionNames, permanentDelegateOf } from '@/lib/solana/facts/mint-extensions';
import {
  MPL_CORE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '@/lib/solana/programs';
import { STAKE_PROGRAM, SYSVAR_OWNER, UPGRADEABLE_LOADER, VOTE_PROGRAM } from './known-programs';
import { decodeStakeAccount, type StakeAccount } from './stake-account';

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
  /** `programData` is null if the program's loader is not upgradeable. */
  | { kind: 'program'; programData: SolanaAddress | null }
  | { kind: 'stake'; stake: StakeAccount }
  /** A token authority that acts if `required` of its signers sign. */
  | { kind: 'multisig'; required: number; signers: SolanaAddress[] }
  /** Any other account, including data that does not decode. */
  | { kind: 'other'; name: OtherKind; facts?: OtherFacts };

/** What an account of another kind is about. */
export type OtherFacts = Partial<
  Record<
    'mint' | 'updateAuthority' | 'validator' | 'withdrawer' | 'nonceAuthority' | 'nonce',
    SolanaAddress
  > & {
    /** Name and symbol in a metadata account. */
    itemName: string;
    symbol: string;
    /** Part of the stakers' rewards that the validator keeps, in basis points. */
    commission: number;
  }
>;

/** Name of a kind of account that has few or no facts here. */
export type OtherKind =
  | 'Program code'
  | 'Program buffer'
  | 'Nonce account'
  | 'Vote account'
  | 'Token metadata'
  | 'MPL Core asset'
  | 'MPL Core collection'
  | 'Sysvar'
  | 'Program data';

/** Determines the kind of an account of one program; returns undefined if the data is of no known kind. */
type KindDecoder = (account: AccountBytes) => AccountKind | undefined;

const NONCE_BYTES = 80;

const systemKind: KindDecoder = ({ space, data }) => {
  if (space === 0) return { kind: 'wallet' };
  if (space !== NONCE_BYTES) return undefined;
  // `Versions`: u32 version, u32 state (1 if initialized), authority, nonce.
  const isInitialized = data.length >= NONCE_BYTES && asBuffer(data).readUInt32LE(4) === 1;
  return other(
    'Nonce account',
    isInitialized ? { nonce: encodeAddress(data, 40), nonceAuthority: encodeAddress(data, 8) } : undefined,
  );
};

const MAX_SIGNERS = 11;

/** Decodes an initialized multisig of a token program (`Multisig`: u8 m, u8 n, bool, up to 11 addresses). */
function decodeMultisig(data: Uint8Array): AccountKind | undefined {
  const [required = 0, signerCount = 0, isInitialized] = data;
  if (isInitialized !== 1 || signerCount > MAX_SIGNERS) return undefined;
  const signers = Array.from({ length: signerCount }, (_, index) => encodeAddress(data, 3 + 32 * index));
  return { kind: 'multisig', required, signers };
}

const tokenKind: KindDecoder = (account) => {
  const { owner, data } = account;
  if (data.length === MULTISIG_BYTES) return decodeMultisig(data);
  // Accounts of the classic token program have no extensions.
  if (owner === TOKEN_PROGRAM && data.length > TOKEN_ACCOUNT_BYTES) return undefined;
  const mint = decodeMint(data);
  if (mint?.isInitialized) {
    const permanentDelegate = permanentDelegateOf(data);
    return { kind: 'mint', mint, extensions: extensionNames(data), permanentDelegate };
  }
  const token = decodeTokenAccount(data);
  return token && { kind: 'token-account', account: token, extensions: extensionNames(data) };
};

const stakeKind: KindDecoder = ({ data }) => {
  const stake = decodeStakeAccount(data);
  return stake && { kind: 'stake', stake };
};

/** Kinds of accounts of the upgradeable loader (`UpgradeableLoaderState`), by their number. */
const LOADER_BUFFER = 1;
const LOADER_PROGRAM = 2;
const LOADER_PROGRAM_DATA = 3;

const loaderKind: KindDecoder = ({ data }) => {
  if (data.length < 36) return undefined;
  const state = asBuffer(data).readUInt32LE(0);
  if (state === LOADER_PROGRAM) return { kind: 'program', programData: encodeAddress(data, 4) };
  if (state === LOADER_PROGRAM_DATA) return other('Program code');
  return state === LOADER_BUFFER ? other('Program buffer') : undefined;
};

/** Versions of a vote account whose data starts with u32 version, validator identity, withdrawer (`VoteStateVersions`). */
const VOTE_VERSIONS = [1, 2, 3];
/** The first version whose commission, u16 basis points, follows two more addresses; before, it is u8 percent. */
const VOTE_V4 = 3;

const voteKind: KindDecoder = ({ data }) => {
  const bytes = asBuffer(data);
  const version = data.length >= 134 ? bytes.readUInt32LE(0) : 0;
  if (!VOTE_VERSIONS.includes(version)) return other('Vote account');
  return other('Vote account', {
    validator: encodeAddress(data, 4),
    withdrawer: encodeAddress(data, 36),
    commission: version >= VOTE_V4 ? bytes.readUInt16LE(132) : bytes.readUInt8(68) * 100,
  });
};

const metadataKind: KindDecoder = ({ data }) => {
  if (!isTokenMetadata(data)) return undefined;
  const metadata = decodeTokenMetadata(data);
  if (metadata === undefined) return other('Token metadata');
  const { name: itemName, symbol, mint, updateAuthority } = metadata;
  return other('Token metadata', { itemName, symbol, mint, updateAuthority });
};

/** Creates the decoder for accounts that the first byte of their data names. */
const namedByFirstByte =
  (names: Readonly<Record<number, OtherKind>>): KindDecoder =>
  ({ data }) => {
    const name = names[data[0] ?? 0];
    return name === undefined ? undefined : other(name);
  };

const KIND_DECODERS: ReadonlyMap<string, KindDecoder> = new Map([
  [SYSTEM_PROGRAM, systemKind],
  [TOKEN_PROGRAM, tokenKind],
  [TOKEN_2022_PROGRAM, tokenKind],
  [UPGRADEABLE_LOADER, loaderKind],
  [STAKE_PROGRAM, stakeKind],
  [VOTE_PROGRAM, voteKind],
  [TOKEN_METADATA_PROGRAM, metadataKind],
  [MPL_CORE_PROGRAM, namedByFirstByte({ 1: 'MPL Core asset', 5: 'MPL Core collection' })],
  [SYSVAR_OWNER, () => other('Sysvar')],
]);

/**
 * Determines the kind of an account in linear time. Returns `nothing` for null, and the name `Program data` if the data
 * does not decode.
 */
export function accountKindOf(account: AccountBytes | null): AccountKind {
  if (account === null) return { kind: 'nothing' };
  const kind = KIND_DECODERS.get(account.owner)?.(account);
  if (account.executable && kind?.kind !== 'program') return { kind: 'program', programData: null };
  return kind ?? other('Program data');
}

const other = (name: OtherKind, facts?: OtherFacts): AccountKind => ({
  kind: 'other',
  name,
  ...(facts ? { facts } : {}),
});

/** Header of the programdata account, which contains the code of an upgradeable program. */
export type ProgramData = {
  /** Slot of the last deployment. */
  slot: bigint;
  /** Null if the program is immutable. */
  upgradeAuthority: SolanaAddress | null;
};

/** Size of a programdata account's header, in bytes. The program's code follows the header. */
export const PROGRAM_DATA_HEAD_BYTES = 45;

/**
 * Decodes the head of a programdata account (`UpgradeableLoaderState::ProgramData`: u32 3, slot u64, `Option<Pubkey>`).
 * @returns undefined if the bytes are not a programdata account
 */
export function decodeProgramData(bytes: Uint8Array): ProgramData | undefined {
  if (bytes.length < PROGRAM_DATA_HEAD_BYTES) return undefined;
  const buffer = asBuffer(bytes);
  const tag = buffer[12];
  if (buffer.readUInt32LE(0) !== LOADER_PROGRAM_DATA || tag === undefined || tag > 1) return undefined;
  return {
    slot: buffer.readBigUInt64LE(4),
    upgradeAuthority: tag === 1 ? encodeAddress(buffer, 13) : null,
  };
}
