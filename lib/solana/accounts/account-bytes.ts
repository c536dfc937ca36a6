import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** Returns a Buffer over the same memory. Its read methods are ten times faster than those of DataView. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Reads a `COption<Pubkey>`: a four-byte tag, then the address. Returns null if the tag is 0. */
export function readOptionalAddress(buffer: Buffer, offset: number): SolanaAddress | null {
  return buffer.readUInt32LE(offset) === 0 ? null : encodeAddress(buffer, offset + 4);
}

/** Reads an `OptionalNonZeroPubkey`. Returns null if all bytes are 0. */
export function readNonZeroAddress(buffer: Buffer, offset: number): SolanaAddress | null {
  for (let i = offset; i < offset + 32; i++) if (buffer[i] !== 0) return encodeAddress(buffer, offset);
  return null;
}

/**
 * Reads UTF-8 text, replacing invalid bytes and removing NULs, because Metaplex pads names with NULs within the
 * string's length.
 */
export function readUtf8(buffer: Buffer, start: number, end: number): string {
  let last = end;
  while (last > start && buffer[last - 1] === 0) last--;
  const text = buffer.toString('utf8', start, last);
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/**
 * Returns the end of the string that starts (with its u32 length) at `offset`; -1 if it does not fit or `offset` is -1.
 */
export function textEnd(buffer: Buffer, offset: number): number {
  if (offset < 0 || offset + 4 > buffer.length) return -1;
  const end = offset + 4 + buffer.readUInt32LE(offset);
  return end > buffer.length ? -1 : end;
}
