import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { asBuffer, readUtf8, textEnd } from './account-bytes';

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
  if (bytes.length < 65 || !isTokenMetadata(bytes)) return undefined;
  const buffer = asBuffer(bytes);
  const size = buffer.length;

  const name = textEnd(buffer, 65);
  const symbol = textEnd(buffer, name);
  const uri = textEnd(buffer, symbol);
  // Every live account has a fee (2 bytes), a creators tag and two flags.
  if (uri < 0 || uri + 3 > size) return undefined;
  const sellerFeeBasisPoints = buffer.readUInt16LE(uri);

  let offset = uri + 3;
  let creators: Creator[] = [];
  if (buffer[uri + 2] === 1) {
    if (offset + 4 > size) return undefined;
    const count = buffer.readUInt32LE(offset);
    offset += 4;
    if (count > (size - offset) / CREATOR_BYTES) return undefined;
    // Preallocated: an array that grows keeps spare capacity, which adds up over thousands of items.
    creators = new Array(count);
    for (let i = 0; i < count; i++, offset += CREATOR_BYTES) {
      creators[i] = {
        address: encodeAddress(buffer, offset),
        verified: buffer[offset + 32] !== 0,
        share: buffer.readUInt8(offset + 33),
      };
    }
  }
  if (offset + 2 > size) return undefined;
  const primarySaleHappened = buffer[offset] !== 0;
  const isMutable = buffer[offset + 1] !== 0;
  offset += 2;

  // Very old accounts can end here.
  let editionNonce: number | null = null;
  if (buffer[offset] === 1 && offset + 1 < size) {
    editionNonce = buffer.readUInt8(offset + 1);
    offset += 2;
  } else {
    offset += 1;
  }
  const { tokenStandard, collection, uses, collectionSize } = decodeTail(buffer, offset) ?? NO_TAIL;
  return {
    key: METADATA_V1,
    updateAuthority: encodeAddress(buffer, 1),
    mint: encodeAddress(buffer, 33),
    name: readUtf8(buffer, 69, name),
    symbol: readUtf8(buffer, name + 4, symbol),
    uri: readUtf8(buffer, symbol + 4, uri),
    sellerFeeBasisPoints,
    creators,
    primarySaleHappened,
    isMutable,
    editionNonce,
    tokenStandard,
    collection,
    uses,
    collectionSize,
  };
}

type Tail = Pick<TokenMetadata, 'tokenStandard' | 'collection' | 'uses' | 'collectionSize'>;
const NO_TAIL: Tail = { tokenStandard: null, collection: null, uses: null, collectionSize: null };

/** Decodes the fields after `editionNonce`; returns undefined if token standard, collection or uses are malformed. */
function decodeTail(buffer: Buffer, start: number): Tail | undefined {
  let offset = start;
  const size = buffer.length;
  /** Reads the tag of an option: 0 none, 1 some, -1 invalid. */
  const tag = (): number => {
    const value = buffer[offset++];
    return value === 0 || value === 1 ? value : -1;
  };

  let tokenStandard: number | null = null;
  const standardTag = tag();
  if (standardTag < 0) return undefined;
  if (standardTag === 1) {
    const value = buffer[offset++];
    if (value === undefined || value > LAST_TOKEN_STANDARD) return undefined;
    tokenStandard = value;
  }

  let collection: Collection | null = null;
  const collectionTag = tag();
  if (collectionTag < 0) return undefined;
  if (collectionTag === 1) {
    const verified = buffer[offset];
    if (offset + 33 > size || (verified !== 0 && verified !== 1)) return undefined;
    collection = { key: encodeAddress(buffer, offset + 1), verified: verified === 1 };
    offset += 33;
  }

  const usesTag = tag();
  if (usesTag < 0) return undefined;
  if (usesTag === 0)
    return { tokenStandard, collection, uses: null, collectionSize: readCollectionSize(buffer, offset) };
  const useMethod = buffer[offset];
  if (offset + 17 > size || useMethod === undefined || useMethod > LAST_USE_METHOD) return undefined;
  const remaining = buffer.readBigUInt64LE(offset + 1);
  const total = buffer.readBigUInt64LE(offset + 9);
  const collectionSize = readCollectionSize(buffer, offset + 17);
  return { tokenStandard, collection, uses: { useMethod, remaining, total }, collectionSize };
}

/** Reads the size in `Option<CollectionDetails>`; null unless it is version 1. */
const readCollectionSize = (buffer: Buffer, offset: number): bigint | null =>
  buffer[offset] === 1 && buffer[offset + 1] === 0 && offset + 10 <= buffer.length
    ? buffer.readBigUInt64LE(offset + 2)
    : null;

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
