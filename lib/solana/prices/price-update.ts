import { asBuffer } from '@/lib/solana/accounts/account-bytes';
import { attempt, BorshReader } from '@/lib/solana/accounts/borsh-reader';

/** A price in a feed's account, as the feed's publishers signed it. */
export type PriceUpdate = {
  /** The feed's id, 32 bytes in hex. */
  feedId: string;
  /** Whether enough guardians have signed, instead of only some of them. */
  isFullyVerified: boolean;
  /** The price is `price` × 10^`exponent`, i64. */
  price: bigint;
  /** Half the width of the confidence interval, with the same exponent, u64. */
  confidence: bigint;
  exponent: number;
  /** Seconds since 1970, i64. */
  publishTime: bigint;
};

/** Start of the SHA-256 of `account:PriceUpdateV2`. */
const DISCRIMINATOR = Buffer.from('22f123639d7ef4cd', 'hex');

/**
 * Decodes an account of Pyth's receiver program (pyth-solana-receiver-sdk `PriceUpdateV2`: discriminator, write
 * authority, verification level, then pythnet-sdk `PriceFeedMessage`). The level takes two bytes if it is partial,
 * otherwise one, so that all later offsets depend on it.
 * @returns undefined if the bytes are not a price update
 */
export function decodePriceUpdate(bytes: Uint8Array): PriceUpdate | undefined {
  const buffer = asBuffer(bytes);
  if (!buffer.subarray(0, 8).equals(DISCRIMINATOR)) return undefined;
  const reader = new BorshReader(buffer, 40);
  return attempt(() => {
    const level = reader.uint8();
    if (level > 1) return undefined;
    if (level === 0) reader.uint8();
    const feedId = buffer.toString('hex', reader.at, reader.at + 32);
    reader.at += 32;
    return {
      feedId,
      isFullyVerified: level === 1,
      price: BigInt.asIntN(64, reader.uint64()),
      confidence: reader.uint64(),
      exponent: reader.uint32() | 0,
      publishTime: BigInt.asIntN(64, reader.uint64()),
    };
  });
}
