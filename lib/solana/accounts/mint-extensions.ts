import type { SolanaAddress } from '@/lib/solana/address/address';
import { asBuffer, readNonZeroAddress } from './account-bytes';
import { ACCOUNT_STATES } from './token-account';
import { listExtensions } from './token-extensions';

/** A transfer fee and the first epoch in which it applies. */
export type TransferFee = { epoch: bigint; maximum: bigint; basisPoints: number };

/** The decoded extensions of a Token-2022 mint. Only the extensions that the mint has are present. */
export type MintExtensions = {
  transferFee?: { older: TransferFee; newer: TransferFee };
  closeAuthority?: SolanaAddress | null;
  confidential?: true;
  defaultState?: (typeof ACCOUNT_STATES)[number];
  nonTransferable?: true;
  /** Timestamps are in seconds, rates in basis points a year. */
  interest?: { initializedAt: bigint; averageRate: number; updatedAt: bigint; rate: number };
  permanentDelegate?: SolanaAddress | null;
  /** The hook's program; null if none is set. */
  transferHook?: SolanaAddress | null;
  scaledUiAmount?: { multiplier: number; newMultiplier: number; newMultiplierAt: bigint };
  pausable?: { paused: boolean };
  permissionedBurn?: SolanaAddress | null;
  /** Numbers of the extensions that are unknown or have an unexpected layout. */
  unknown?: number[];
};

/** Maximum number of unknown extensions to list. Real mints have fewer than thirty; only a hostile node sends more. */
const MAX_UNKNOWN = 64;

/** Sizes of the extension values, by extension number (spl-token-2022, `interface/src/extension`). */
const SIZES: Readonly<Record<number, number>> = {
  1: 108,
  3: 32,
  6: 1,
  10: 52,
  12: 32,
  14: 64,
  25: 56,
  26: 33,
  28: 32,
};

/**
 * Decodes the extensions of a Token-2022 mint. If two have the same number, the first counts, as in the program.
 * Metadata, groups and their pointers (18 to 23) are skipped.
 * @returns undefined if the mint has no extensions
 */
export function decodeMintExtensions(bytes: Uint8Array): MintExtensions | undefined {
  const entries = listExtensions(bytes);
  if (entries.length === 0) return undefined;
  const buffer = asBuffer(bytes);
  const found: MintExtensions = {};
  const seen = new Set<number>();
  for (const { type, start, end } of entries) {
    if (seen.has(type)) continue;
    seen.add(type);
    const size = SIZES[type];
    if ((size !== undefined && end - start !== size) || !take(found, type, buffer, start)) {
      found.unknown ??= [];
      if (found.unknown.length < MAX_UNKNOWN) found.unknown.push(type);
    }
  }
  return found;
}

/**
 * Decodes the value of an extension into `found`. The caller has checked the size of the value. Returns false if the
 * extension's number is unknown or its value is invalid.
 */
function take(found: MintExtensions, type: number, buffer: Buffer, at: number): boolean {
  switch (type) {
    case 1:
      found.transferFee = { older: feeAt(buffer, at + 72), newer: feeAt(buffer, at + 90) };
      return true;
    case 3:
      found.closeAuthority = readNonZeroAddress(buffer, at);
      return true;
    // Confidential transfers; their fees; confidential minting and burning.
    case 4:
    case 16:
    case 24:
      found.confidential = true;
      return true;
    case 6: {
      const state = ACCOUNT_STATES[buffer.readUInt8(at)];
      if (state === undefined) return false;
      found.defaultState = state;
      return true;
    }
    case 9:
      found.nonTransferable = true;
      return true;
    case 10:
      found.interest = {
        initializedAt: buffer.readBigInt64LE(at + 32),
        averageRate: buffer.readInt16LE(at + 40),
        updatedAt: buffer.readBigInt64LE(at + 42),
        rate: buffer.readInt16LE(at + 50),
      };
      return true;
    case 12:
      found.permanentDelegate = readNonZeroAddress(buffer, at);
      return true;
    case 14:
      found.transferHook = readNonZeroAddress(buffer, at + 32);
      return true;
    case 25: {
      const multiplier = buffer.readDoubleLE(at + 32);
      const newMultiplier = buffer.readDoubleLE(at + 48);
      // The program rejects multipliers that are not finite.
      if (!Number.isFinite(multiplier) || !Number.isFinite(newMultiplier)) return false;
      found.scaledUiAmount = { multiplier, newMultiplier, newMultiplierAt: buffer.readBigInt64LE(at + 40) };
      return true;
    }
    case 26:
      found.pausable = { paused: buffer.readUInt8(at + 32) !== 0 };
      return true;
    case 28:
      found.permissionedBurn = readNonZeroAddress(buffer, at);
      return true;
    default:
      return type >= 18 && type <= 23;
  }
}

const feeAt = (buffer: Buffer, at: number): TransferFee => ({
  epoch: buffer.readBigUInt64LE(at),
  maximum: buffer.readBigUInt64LE(at + 8),
  basisPoints: buffer.readUInt16LE(at + 16),
});
