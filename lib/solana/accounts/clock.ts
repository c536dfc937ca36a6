import { asBuffer } from './account-bytes';

/** The chain's current time, from its clock sysvar. */
export type Clock = {
  epoch: bigint;
  /** Seconds since 1970, i64. */
  unixTimestamp: bigint;
};

const CLOCK_BYTES = 40;

/**
 * Decodes the clock sysvar (agave `Clock`): slot u64, epoch start i64, epoch u64, leader schedule epoch u64, unix
 * timestamp i64.
 * @returns undefined if there are too few bytes
 */
export function decodeClock(bytes: Uint8Array): Clock | undefined {
  if (bytes.length < CLOCK_BYTES) return undefined;
  const buffer = asBuffer(bytes);
  return { epoch: buffer.readBigUInt64LE(16), unixTimestamp: buffer.readBigInt64LE(32) };
}
