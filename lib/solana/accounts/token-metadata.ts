import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { asBuffer, attempt, BorshReader } from './account-bytes';

type Creator = { address: SolanaAddress; verified: boolean; share: number };
type Collection = { key: SolanaAddress; verified: boolean };

/** A decoded Metaplex metadata account (mpl-token-metadata `Metadata`). */
export type TokenMetadata = {
  key: 4;
  updateAuthority: SolanaAddress;
  mint: SolanaAddress;
  name: string;
  symbol: string;
  uri: string;
  sellerFeeBasisPoints: number;
  creators: Creator[];
  primarySaleHappened: boolean;
  isMutable: boolean;
  editionNonce: number | null;
  /**
   * 0 NonFungible, 1 FungibleAsset, 2 Fungible, 3 edition, 4 programmable, 5 programmable edition; null if it is not
   * set.
   */
  tokenStandard: number | null;
  collection: Collection | null;
  uses: { useMethod: number; remaining: bigint; total: bigint } | null;
  /** Number of verified items of a collection (`CollectionDetails::V1`); null if the metadata does not count them. */
  collectionSize: bigint | null;
};

const METADATA_V1 = 4;
const CREATOR_BYTES = 34;
const LAST_TOKEN_STANDARD = 5;
const LAST_USE_METHOD = 2;

/** Checks whether an account of the Token Metadata program is a metadata account: not of another type, not burned. */
export const isTokenMetadata = (bytes: Uint8Array): boolean => bytes[0] === METADATA_V1;

/**
 * Decodes a metadata account of the Token Metadata program.
 *
 * Some old accounts have corrupt tails (mpl-token-metadata `meta_deser_unchecked`): their list of creators shrank in
 * place and left garbage after `editionNonce`. If token standard, collection or uses do not decode, the tail is null.
 * @returns undefined if the account is of another type, burned (one byte) or malformed
 */
export function decodeTokenMetadata(bytes: Uint8Array): TokenMetadata | undefined {
  if (!isTokenMetadata(bytes)) return undefined;
  return attempt(() => readMetadata(new BorshReader(asBuffer(bytes), 1)));
}

/** @throws RangeError */
function readMetadata(reader: BorshReader): TokenMetadata {
  // The members are read in this order.
  const metadata: TokenMetadata = {
    key: METADATA_V1,
    updateAuthority: reader.address(),
    mint: reader.address(),
    name: reader.paddedText(),
    symbol: reader.paddedText(),
    uri: reader.paddedText(),
    sellerFeeBasisPoints: reader.uint16(),
    creators: reader.uint8() === 1 ? readCreators(reader) : [],
    primarySaleHappened: reader.bool(),
    isMutable: reader.bool(),
    // Very old accounts can end here.
    editionNonce: attempt(() => (reader.uint8() === 1 ? reader.uint8() : null)) ?? null,
    tokenStandard: null,
    collection: null,
    uses: null,
    collectionSize: null,
  };
  return Object.assign(
    metadata,
    attempt(() => readTail(reader)),
  );
}

/** @throws RangeError */
function readCreators(reader: BorshReader): Creator[] {
  // Preallocated: an array that grows keeps spare capacity, which adds up over thousands of items.
  const creators = new Array<Creator>(reader.count(CREATOR_BYTES));
  for (let i = 0; i < creators.length; i++)
    creators[i] = { address: reader.address(), verified: reader.bool(), share: reader.uint8() };
  return creators;
}

type Tail = Pick<TokenMetadata, 'tokenStandard' | 'collection' | 'uses' | 'collectionSize'>;

/**
 * Reads the fields after `editionNonce`.
 * @throws RangeError if token standard, collection or uses are malformed
 */
function readTail(reader: BorshReader): Tail {
  const isSome = () => reader.uint8UpTo(1) === 1;
  const tokenStandard = isSome() ? reader.uint8UpTo(LAST_TOKEN_STANDARD) : null;
  let collection: Collection | null = null;
  if (isSome()) {
    const verified = isSome();
    collection = { key: reader.address(), verified };
  }
  const uses = isSome()
    ? {
        useMethod: reader.uint8UpTo(LAST_USE_METHOD),
        remaining: reader.uint64(),
        total: reader.uint64(),
      }
    : null;
  return {
    tokenStandard,
    collection,
    uses,
    collectionSize: attempt(() => readCollectionSize(reader)) ?? null,
  };
}

/** Reads the size in `Option<CollectionDetails>`; null unless it is version 1. */
const readCollectionSize = (reader: BorshReader): bigint | null =>
  reader.uint8() === 1 && reader.uint8() === 0 ? reader.uint64() : null;

/** The token record of a programmable NFT (mpl-token-metadata `TokenRecord`). */
export type TokenRecord = {
  /** Null if the state is unknown. */
  state: TokenState | null;
  /** Role of the delegate; null without a delegate. */
  delegateRole: DelegateRole | null;
};

const TOKEN_RECORD = 11;
/** Names of `TokenState`, indexed by number. */
export const TOKEN_STATES = ['unlocked', 'locked', 'listed'] as const;
export type TokenState = (typeof TOKEN_STATES)[number];
export const DELEGATE_ROLE_NAMES = [
  'sale',
  'transfer',
  'utility',
  'staking',
  'standard',
  'locked-transfer',
  'migration',
] as const;
export type DelegateRole = (typeof DELEGATE_ROLE_NAMES)[number];

/**
 * Decodes a token record of the Token Metadata program: key u8, bump u8, state u8, rule set revision `Option<u64>`,
 * delegate `Option<Pubkey>`, delegate role `Option<u8>`, locked transfer `Option<Pubkey>`. A record that is truncated
 * after its state has no role.
 * @returns undefined if the account is not a token record
 */
export function decodeTokenRecord(bytes: Uint8Array): TokenRecord | undefined {
  if (bytes.length < 3 || bytes[0] !== TOKEN_RECORD) return undefined;
  const revision = 3;
  const delegate = revision + (bytes[revision] === 1 ? 9 : 1);
  const role = delegate + (bytes[delegate] === 1 ? 33 : 1);
  const roleNumber = bytes[role] === 1 ? bytes[role + 1] : undefined;
  return {
    state: TOKEN_STATES[bytes[2] ?? -1] ?? null,
    delegateRole: roleNumber === undefined ? null : (DELEGATE_ROLE_NAMES[roleNumber] ?? null),
  };
}

/** A master edition. `maxSupply` is null if any number can be printed. */
export type MasterEdition = { kind: 'master'; supply: bigint; maxSupply: bigint | null };

/** An edition account of the Token Metadata program: a master edition or one of its prints. */
export type Edition =
  | MasterEdition
  /** `parent` is the edition account of the master. */
  | { kind: 'print'; parent: SolanaAddress; number: bigint };

const EDITION_V1 = 1;
const MASTER_EDITION_V1 = 2;
const MASTER_EDITION_V2 = 6;

/**
 * Decodes an edition account (mpl-token-metadata `Edition`, `MasterEdition` and its deprecated first version).
 * @returns undefined if it is a different account, or burned (one byte)
 */
export function decodeEdition(bytes: Uint8Array): Edition | undefined {
  const buffer = asBuffer(bytes);
  switch (buffer[0]) {
    case EDITION_V1:
      if (buffer.length < 41) return undefined;
      return { kind: 'print', parent: encodeAddress(buffer, 1), number: buffer.readBigUInt64LE(33) };
    case MASTER_EDITION_V1:
    case MASTER_EDITION_V2: {
      const hasMaximum = buffer[9];
      if (hasMaximum !== 0 && (hasMaximum !== 1 || buffer.length < 18)) return undefined;
      const maxSupply = hasMaximum === 1 ? buffer.readBigUInt64LE(10) : null;
      return { kind: 'master', supply: buffer.readBigUInt64LE(1), maxSupply };
    }
    default:
      return undefined;
  }
}
