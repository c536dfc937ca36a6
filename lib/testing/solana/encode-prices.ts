import { i32, i64, key, padded, u8, u64 } from './bytes';

// Encodes accounts of price feeds and stake pools from the layouts that their programs publish, for the sample network
// and tests.

export type FeedFields = {
  /** 32 bytes in hex. */
  feedId: string;
  price: bigint;
  confidence: bigint;
  exponent: number;
  publishTime: bigint;
  /** Number of checked signatures; all that are required by default. */
  partialSignatures?: number;
};

/** Encodes Pyth's `PriceUpdateV2`, 134 bytes; with full verification the last byte is unused. */
export function encodePriceUpdate(fields: FeedFields): Buffer {
  const { feedId, price, confidence, exponent, publishTime, partialSignatures } = fields;
  return padded(
    134,
    u8(34, 241, 35, 99, 157, 126, 244, 205),
    Buffer.alloc(32, 7),
    partialSignatures === undefined ? u8(1) : u8(0, partialSignatures),
    Buffer.from(feedId, 'hex'),
    i64(price),
    u64(confidence),
    i32(exponent),
    i64(publishTime),
    i64(publishTime - 1n),
    i64(price),
    u64(confidence),
    u64(300_000_000n),
  );
}

export type PoolFields = { mint: string; lamports: bigint; supply: bigint; epoch: bigint };

/** Encodes the SPL stake pool program's `StakePool`, 611 bytes, without fees. */
export const encodeStakePool = ({ mint, lamports, supply, epoch }: PoolFields): Buffer =>
  padded(
    611,
    u8(1),
    Buffer.alloc(161, 9),
    key(mint),
    Buffer.alloc(64, 9),
    u64(lamports),
    u64(supply),
    u64(epoch),
  );
