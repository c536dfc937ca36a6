import type { SolanaAddress } from '@/lib/solana/address/address';
import { key, list, padded, text, u8, u16, u32, u64 } from './bytes';

// Encodes token accounts, mints and metadata, for the sample network and tests.

/** Encodes an optional address as 36 bytes. */
const optionalKey = (address: string | null | undefined): Buffer =>
  Buffer.concat([u32(address === null || address === undefined ? 0 : 1), key(address)]);

/** Encodes a token account of 165 bytes (spl-token `Account`). */
export function encodeTokenAccount(fields: {
  mint: SolanaAddress;
  owner: SolanaAddress;
  amount: bigint;
  frozen?: boolean;
  delegate?: SolanaAddress | null;
  /** Rent reserve of a wrapped SOL account, in lamports. */
  rentExemptReserve?: bigint;
}): Buffer {
  const { mint, owner, amount, frozen, delegate, rentExemptReserve } = fields;
  return padded(
    165,
    key(mint),
    key(owner),
    u64(amount),
    optionalKey(delegate),
    u8(frozen ? 2 : 1),
    u32(rentExemptReserve === undefined ? 0 : 1),
    u64(rentExemptReserve ?? 0n),
    u64(delegate ? amount : 0n),
  );
}

/** Encodes a mint of 82 bytes (spl-token `Mint`). */
export const encodeMint = (fields: {
  supply: bigint;
  decimals: number;
  authority?: SolanaAddress | null;
}): Buffer =>
  Buffer.concat([
    optionalKey(fields.authority),
    u64(fields.supply),
    u8(fields.decimals, 1),
    optionalKey(fields.authority),
  ]);

/**
 * Encodes a Token-2022 mint or account: the base, padded to 165 bytes, the type (1 mint, 2 account), then the
 * extensions.
 */
export function encodeExtended(
  base: Uint8Array,
  kind: 1 | 2,
  entries: readonly { type: number; value: Uint8Array }[],
): Buffer {
  const parts = entries.map(({ type, value }) => Buffer.concat([u16(type), u16(value.length), value]));
  return Buffer.concat([padded(165, base), u8(kind), ...parts]);
}

/** Encodes the value of a metadata pointer (TLV 18). */
export const encodeMetadataPointer = (target: SolanaAddress | null): Buffer =>
  Buffer.concat([key(null), key(target)]);

/** Encodes the value of inline metadata (TLV 19). */
export function encodeInlineMetadata(fields: {
  updateAuthority: SolanaAddress | null;
  mint: SolanaAddress;
  name: string;
  symbol: string;
  uri: string;
}): Buffer {
  const { updateAuthority, mint, name, symbol, uri } = fields;
  return Buffer.concat([key(updateAuthority), key(mint), text(name), text(symbol), text(uri), list([])]);
}

/** Encodes a Metaplex metadata account of 607 bytes, with strings padded as the program pads them. */
export function encodeTokenMetadata(fields: {
  updateAuthority: SolanaAddress;
  mint: SolanaAddress;
  name: string;
  symbol: string;
  uri: string;
  sellerFeeBasisPoints?: number;
  creators?: readonly { address: SolanaAddress; verified: boolean; share: number }[];
  editionNonce?: number | null;
  tokenStandard?: number | null;
  collection?: { key: SolanaAddress; verified: boolean } | null;
  /** Replaces all bytes after the edition nonce, to create damaged accounts. */
  tail?: Uint8Array;
}): Buffer {
  const { creators, tokenStandard = null, collection = null, editionNonce = 255 } = fields;
  const optional = (value: number | null) => (value === null ? u8(0) : u8(1, value));
  const tail = [
    optional(tokenStandard),
    ...(collection === null ? [u8(0)] : [u8(1, Number(collection.verified)), key(collection.key)]),
    u8(0, 0, 0),
  ];
  const people = creators?.map(({ address, verified, share }) =>
    Buffer.concat([key(address), u8(Number(verified), share)]),
  );
  return padded(
    607,
    u8(4),
    key(fields.updateAuthority),
    key(fields.mint),
    text(fields.name, 32),
    text(fields.symbol, 10),
    text(fields.uri, 200),
    u16(fields.sellerFeeBasisPoints ?? 0),
    ...(people === undefined ? [u8(0)] : [u8(1), list(people)]),
    u8(1, 1),
    optional(editionNonce),
    ...(fields.tail === undefined ? tail : [fields.tail]),
  );
}
