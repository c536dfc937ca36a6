import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** Reads little-endian values in sequence. Every method throws RangeError past the end of the bytes. */
export class BorshReader {
  constructor(
    private readonly bytes: Buffer,
    public at: number,
  ) {}
  uint8(): number {
    return this.bytes.readUInt8(this.move(1));
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
