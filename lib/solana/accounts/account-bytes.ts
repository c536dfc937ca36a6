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

/** Reads little-endian values in sequence. Every method throws RangeError past the end of the bytes. */
export class BorshReader {
  constructor(
    private readonly bytes: Buffer,
    public at: number,
  ) {}
  uint8(): number {
    return this.bytes.readUInt8(this.move(1));
  }
  /** @throws RangeError if the number is greater than `most` */
  uint8UpTo(most: number): number {
    const value = this.uint8();
    if (value > most) throw new RangeError(`Expected a number up to ${most}`);
    return value;
  }
  uint16(): number {
    return this.bytes.readUInt16LE(this.move(2));
  }
  uint32(): number {
    return this.bytes.readUInt32LE(this.move(4));
  }
  uint64(): bigint {
    return this.bytes.readBigUInt64LE(this.move(8));
  }
  bool(): boolean {
    return this.uint8() !== 0;
  }
  /** Reads UTF-8 text with a u32 length prefix. Invalid bytes are replaced. */
  text(): string {
    const length = this.count(1);
    const from = this.move(length);
    return this.bytes.toString('utf8', from, from + length);
  }
  /** Reads text without NULs, with which Metaplex pads names within the string's length. */
  paddedText(): string {
    const length = this.count(1);
    const from = this.move(length);
    let end = from + length;
    // Removing the NULs at the end first is three times as fast.
    while (end > from && this.bytes[end - 1] === 0) end--;
    const text = this.bytes.toString('utf8', from, end);
    return text.includes('\0') ? text.replaceAll('\0', '') : text;
  }
  /** Reads a u64 offset or length, which is below 2^53 in any account. */
  offset(): number {
    return Number(this.bytes.readBigUInt64LE(this.move(8)));
  }
  address(): SolanaAddress {
    const at = this.move(32);
    return encodeAddress(this.bytes, at);
  }
  /**
   * Reads the number of elements in a list.
   * @param bytes minimum size of an element, in bytes
   * @throws RangeError if the rest of the account is too short for that many elements
   */
  count(bytes: number): number {
    const count = this.uint32();
    if (count > (this.bytes.length - this.at) / bytes)
      throw new RangeError('The list extends past the end of the account');
    return count;
  }
  private move(length: number): number {
    const from = this.at;
    if (from + length > this.bytes.length)
      throw new RangeError('The value extends past the end of the account');
    this.at = from + length;
    return from;
  }
}

/** Calls `read`. Returns undefined if it reads past the end of the bytes or finds no valid value (RangeError). */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}
