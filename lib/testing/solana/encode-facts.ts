import {
  DELEGATE_ROLE_NAMES,
  type DelegateRole,
  TOKEN_STATES,
  type TokenState,
} from '@/lib/solana/accounts/token-record';
import { decodeAddress } from '@/lib/solana/address/address';

/** Encodes token records, mint extensions and the clock, for the sample network and tests. */

const addressBytes = (address: string | undefined): Uint8Array =>
  decodeAddress(address ?? '') ?? new Uint8Array(32);

/** Encodes a token record of 80 bytes (mpl-token-metadata `TokenRecord`). */
export function encodeTokenRecord(
  state: TokenState,
  delegate?: { address: string; role: DelegateRole },
): Buffer {
  const record = Buffer.alloc(80);
  record.set([11, 255, TOKEN_STATES.indexOf(state), 0]);
  if (delegate !== undefined) {
    record[4] = 1;
    record.set(addressBytes(delegate.address), 5);
    record.set([1, DELEGATE_ROLE_NAMES.indexOf(delegate.role)], 37);
  }
  return record;
}

/** Encodes the clock sysvar (agave `Clock`). */
export function encodeClock(epoch: bigint, unixTimestamp: bigint): Buffer {
  const clock = Buffer.alloc(40);
  clock.writeBigUInt64LE(epoch, 16);
  clock.writeBigInt64LE(unixTimestamp, 32);
  return clock;
}

/** An encoded extension of a mint (TLV). */
export type EncodedExtension = { type: number; value: Uint8Array };

/** Encodes `TransferFeeConfig` with equal older and newer fees. */
export function encodeTransferFee(basisPoints: number, maximum: bigint): EncodedExtension {
  const value = Buffer.alloc(108);
  for (const at of [72, 90]) {
    value.writeBigUInt64LE(maximum, at + 8);
    value.writeUInt16LE(basisPoints, at + 16);
  }
  return { type: 1, value };
}

/** Encodes `PermanentDelegate`. */
export const encodePermanentDelegate = (delegate: string): EncodedExtension => ({
  type: 12,
  value: addressBytes(delegate),
});

/** Encodes `ScaledUiAmountConfig` with a new multiplier and its effective time, in seconds since 1970. */
export function encodeScaledUiAmount(
  multiplier: number,
  newMultiplier = multiplier,
  at = 0n,
): EncodedExtension {
  const value = Buffer.alloc(56);
  value.writeDoubleLE(multiplier, 32);
  value.writeBigInt64LE(at, 40);
  value.writeDoubleLE(newMultiplier, 48);
  return { type: 25, value };
}
