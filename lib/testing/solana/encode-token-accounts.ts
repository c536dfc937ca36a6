import { decodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

// Encodes token accounts, mints and metadata, for the sample network and tests.

/** Decodes an address to 32 bytes. A missing or invalid address becomes 32 zero bytes. */
const addressBytes = (address: string | null | undefined): Uint8Array =>
  decodeAddress(address ?? '') ?? new Uint8Array(32);

function optionalAddress(buffer: Buffer, offset: number, address: string | null | undefined) {
  if (address === null || address === undefined) return;
  buffer.writeUInt32LE(1, offset);
  buffer.set(addressBytes(address), offset + 4);
}

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
  const buffer = Buffer.alloc(165);
  buffer.set(addressBytes(fields.mint), 0);
  buffer.set(addressBytes(fields.owner), 32);
  buffer.writeBigUInt64LE(fields.amount, 64);
  optionalAddress(buffer, 72, fields.delegate);
  buffer[108] = fields.frozen === true ? 2 : 1;
  if (fields.rentExemptReserve !== undefined) {
    buffer.writeUInt32LE(1, 109);
    buffer.writeBigUInt64LE(fields.rentExemptReserve, 113);
  }
  if (fields.delegate) buffer.writeBigUInt64LE(fields.amount, 121);
  return buffer;
}

/** Encodes a mint of 82 bytes (spl-token `Mint`). */
export function encodeMint(fields: {
  supply: bigint;
  decimals: number;
  authority?: SolanaAddress | null;
}): Buffer {
  const buffer = Buffer.alloc(82);
  optionalAddress(buffer, 0, fields.authority);
  buffer.writeBigUInt64LE(fields.supply, 36);
  buffer[44] = fields.decimals;
  buffer[45] = 1;
  optionalAddress(buffer, 46, fields.authority);
  return buffer;
}

/**
 * Encodes a Token-2022 mint or account: the base, padded to 165 bytes, the type (1 mint, 2 account), then the
 * extensions.
 */
export function encodeExtended(
  base: Uint8Array,
  kind: 1 | 2,
  entries: readonly { type: number; value: Uint8Array }[],
): Buffer {
  const head = Buffer.alloc(166);
  head.set(base, 0);
  head[165] = kind;
  const parts = entries.map(({ type, value }) => {
    const entry = Buffer.alloc(4 + value.length);
    entry.writeUInt16LE(type, 0);
    entry.writeUInt16LE(value.length, 2);
    entry.set(value, 4);
    return entry;
  });
  return Buffer.concat([head, ...parts]);
}

/** Encodes the value of a metadata pointer (TLV 18). */
export function encodeMetadataPointer(target: SolanaAddress | null): Buffer {
  return Buffer.concat([new Uint8Array(32), addressBytes(target)]);
}

/** Encodes a string with a u32 length prefix, padded with NULs to `size`. */
function text(value: string, size = 0): Buffer {
  const bytes = Buffer.from(value);
  const buffer = Buffer.alloc(4 + Math.max(bytes.length, size));
  buffer.writeUInt32LE(buffer.length - 4, 0);
  buffer.set(bytes, 4);
  return buffer;
}

/** Encodes the value of inline metadata (TLV 19). */
export function encodeInlineMetadata(fields: {
  updateAuthority: SolanaAddress | null;
  mint: SolanaAddress;
  name: string;
  symbol: string;
  uri: string;
}): Buffer {
  const { updateAuthority, mint, name, symbol, uri } = fields;
  return Buffer.concat([
    addressBytes(updateAuthority),
    addressBytes(mint),
    text(name),
    text(symbol),
    text(uri),
    Buffer.alloc(4),
  ]);
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
  const fee = Buffer.alloc(2);
  fee.writeUInt16LE(fields.sellerFeeBasisPoints ?? 0, 0);
  const people = Buffer.alloc(creators === undefined ? 1 : 5);
  if (creators !== undefined) {
    people[0] = 1;
    people.writeUInt32LE(creators.length, 1);
  }
  const tail =
    fields.tail ??
    Buffer.concat([
      Buffer.from(tokenStandard === null ? [0] : [1, tokenStandard]),
      collection === null
        ? Buffer.from([0])
        : Buffer.concat([Buffer.from([1, collection.verified ? 1 : 0]), addressBytes(collection.key)]),
      Buffer.from([0, 0, 0]),
    ]);
  const bytes = Buffer.concat([
    Buffer.from([4]),
    addressBytes(fields.updateAuthority),
    addressBytes(fields.mint),
    text(fields.name, 32),
    text(fields.symbol, 10),
    text(fields.uri, 200),
    fee,
    people,
    ...(creators ?? []).map(({ address, verified, share }) =>
      Buffer.concat([addressBytes(address), Buffer.from([verified ? 1 : 0, share])]),
    ),
    Buffer.from([1, 1]),
    Buffer.from(editionNonce === null ? [0] : [1, editionNonce]),
    tail,
  ]);
  return bytes.length >= 607 ? bytes : Buffer.concat([bytes, Buffer.alloc(607 - bytes.length)]);
}
