import { decodeAddress } from '@/lib/solana/address/address';

// Encodes the fields of accounts: little endian, addresses as 32 bytes, texts and lists after their length as u32.

function number(size: number, write: (buffer: Buffer) => void): Buffer {
  const buffer = Buffer.alloc(size);
  write(buffer);
  return buffer;
}
export const u8 = (...values: number[]): Buffer => Buffer.from(values);
export const u16 = (value: number): Buffer => number(2, (buffer) => buffer.writeUInt16LE(value));
export const u32 = (value: number): Buffer => number(4, (buffer) => buffer.writeUInt32LE(value));
export const i32 = (value: number): Buffer => number(4, (buffer) => buffer.writeInt32LE(value));
export const u64 = (value: bigint): Buffer => number(8, (buffer) => buffer.writeBigUInt64LE(value));
export const i64 = (value: bigint): Buffer => number(8, (buffer) => buffer.writeBigInt64LE(value));
export const f64 = (value: number): Buffer => number(8, (buffer) => buffer.writeDoubleLE(value));

/** Encodes an address. A missing or invalid address becomes 32 zero bytes. */
export const key = (address: string | null | undefined): Buffer =>
  Buffer.from(decodeAddress(address ?? '') ?? new Uint8Array(32));

/** Encodes a text, padded with NULs to `size` bytes. */
export const text = (value: string, size = 0): Buffer => {
  const bytes = padded(size, Buffer.from(value));
  return Buffer.concat([u32(bytes.length), bytes]);
};

export const list = (items: readonly Uint8Array[]): Buffer => Buffer.concat([u32(items.length), ...items]);

/** Joins parts and fills the rest of `size` bytes with zeros. */
export const padded = (size: number, ...parts: readonly Uint8Array[]): Buffer => {
  const bytes = Buffer.concat(parts);
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, size - bytes.length))]);
};
