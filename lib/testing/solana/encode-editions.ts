import { decodeAddress } from '@/lib/solana/address/address';

/** Encodes a print edition account (mpl-token-metadata `Edition`). */
export function encodePrint(parent: string, number: bigint): Buffer {
  const buffer = Buffer.alloc(241);
  buffer[0] = 1;
  buffer.set(decodeAddress(parent) ?? [], 1);
  buffer.writeBigUInt64LE(number, 33);
  return buffer;
}

/** Encodes a master edition account (mpl-token-metadata `MasterEdition`). */
export function encodeMaster(supply: bigint, maxSupply: bigint | null): Buffer {
  const buffer = Buffer.alloc(282);
  buffer[0] = 6;
  buffer.writeBigUInt64LE(supply, 1);
  if (maxSupply !== null) {
    buffer[9] = 1;
    buffer.writeBigUInt64LE(maxSupply, 10);
  }
  return buffer;
}
