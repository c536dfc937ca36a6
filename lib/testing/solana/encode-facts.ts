import {
  DELEGATE_ROLE_NAMES,
  type DelegateRole,
  TOKEN_STATES,
  type TokenState,
} from '@/lib/solana/accounts/token-metadata';
import { f64, i64, key, padded, u8, u16, u64 } from './bytes';

// Encodes token records, mint extensions and the clock, for the sample network and tests.

/** Encodes a token record of 80 bytes (mpl-token-metadata `TokenRecord`). */
export function encodeTokenRecord(
  state: TokenState,
  delegate?: { address: string; role: DelegateRole },
): Buffer {
  const head = u8(11, 255, TOKEN_STATES.indexOf(state), 0);
  if (delegate === undefined) return padded(80, head);
  return padded(80, head, u8(1), key(delegate.address), u8(1, DELEGATE_ROLE_NAMES.indexOf(delegate.role)));
}

/** Encodes the clock sysvar (agave `Clock`). */
export const encodeClock = (epoch: bigint, unixTimestamp: bigint): Buffer =>
  Buffer.concat([Buffer.alloc(16), u64(epoch), u64(0n), i64(unixTimestamp)]);

/** An encoded extension of a mint (TLV). */
export type EncodedExtension = { type: number; value: Uint8Array };

/** Encodes `TransferFeeConfig` with equal older and newer fees. */
export function encodeTransferFee(basisPoints: number, maximum: bigint): EncodedExtension {
  const fee = Buffer.concat([u64(0n), u64(maximum), u16(basisPoints)]);
  return { type: 1, value: Buffer.concat([Buffer.alloc(72), fee, fee]) };
}

/** Encodes `PermanentDelegate`. */
export const encodePermanentDelegate = (delegate: string): EncodedExtension => ({
  type: 12,
  value: key(delegate),
});

/** Encodes `ScaledUiAmountConfig` with a new multiplier and its effective time, in seconds since 1970. */
export const encodeScaledUiAmount = (
  multiplier: number,
  newMultiplier = multiplier,
  at = 0n,
): EncodedExtension => ({
  type: 25,
  value: Buffer.concat([key(null), f64(multiplier), i64(at), f64(newMultiplier)]),
});
