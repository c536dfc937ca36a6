import { decodeAddress } from '@/lib/solana/address/address';

// Encodes accounts of price feeds and stake pools from the layouts that their programs publish, for the sample network
// and tests.

const bytesOf = (address: string) => decodeAddress(address) ?? new Uint8Array(32);

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
  const level = partialSignatures === undefined ? [1] : [0, partialSignatures];
  const head = Buffer.concat([
    Buffer.from([34, 241, 35, 99, 157, 126, 244, 205]),
    Buffer.alloc(32, 7),
    Buffer.from(level),
    Buffer.from(feedId, 'hex'),
  ]);
  const rest = Buffer.alloc(134 - head.length);
  rest.writeBigInt64LE(price, 0);
  rest.writeBigUInt64LE(confidence, 8);
  rest.writeInt32LE(exponent, 16);
  rest.writeBigInt64LE(publishTime, 20);
  rest.writeBigInt64LE(publishTime - 1n, 28);
  rest.writeBigInt64LE(price, 36);
  rest.writeBigUInt64LE(confidence, 44);
  rest.writeBigUInt64LE(300_000_000n, 52);
  return Buffer.concat([head, rest]);
}

export type PoolFields = { mint: string; lamports: bigint; supply: bigint; epoch: bigint };

/** Encodes the SPL stake pool program's `StakePool`, 611 bytes, without fees. */
export function encodeStakePool({ mint, lamports, supply, epoch }: PoolFields): Buffer {
  const buffer = Buffer.alloc(611);
  buffer[0] = 1;
  buffer.fill(9, 1, 162);
  buffer.set(bytesOf(mint), 162);
  buffer.fill(9, 194, 258);
  buffer.writeBigUInt64LE(lamports, 258);
  buffer.writeBigUInt64LE(supply, 266);
  buffer.writeBigUInt64LE(epoch, 274);
  return buffer;
}
