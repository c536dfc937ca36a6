import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** `bytes` as a Buffer over the same memory: its readers are an order faster than a DataView's. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** `COption<Pubkey>`: four bytes of tag, then the address. Null when the tag is 0. */
export function readOptionalAddress(buffer: Buffer, offset: number): SolanaAddress | null {
  return buffer.readUInt32LE(offset) === 0 ? null : encodeAddress(buffer, offset + 4);
}

/** An address of which zeros mean none (`OptionalNonZeroPubkey`). */
export function readNonZeroAddress(buffer: Buffer, offset: number): SolanaAddress | null {
  for (let i = offset; i < offset + 32; i++) if (buffer[i] !== 0) return encodeAddress(buffer, offset);
  return null;
}

/**
 * Text of an account: UTF-8, invalid bytes replaced, NULs removed. Metaplex pads names with NULs inside the
 * string's length; they are no part of the name.
 */
export function readText(buffer: Buffer, start: number, end: number): string {
  let last = end;
  while (last > start && buffer[last - 1] === 0) last--;
  const text = buffer.toString('utf8', start, last);
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}
