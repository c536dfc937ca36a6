import { base58 } from '@scure/base';
import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { asBuffer, readNonZeroAddress } from './account-bytes';
import { decodeInlineMetadata, listExtensions } from './token-extensions';
import { ACCOUNT_STATES } from './token-program';

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

type Json = Record<string, unknown>;

/** An extension of Token-2022. Layouts: spl-token-2022, `interface/src/extension`. */
type Extension = {
  /** Name for people. */
  name: string;
  /** Allowed sizes of the value in bytes. Values of other sizes are not decoded. */
  sizes?: readonly number[];
  /**
   * Facts about a mint: a decoder, which returns undefined for an invalid value, or the same facts for every value of
   * any size. Undefined for extensions that are unknown to Satchel or that only accounts have.
   */
  facts?: MintExtensions | ((value: Buffer) => MintExtensions | undefined);
  /** Name in DAS, and decoder of a mint's extension to the DAS format. */
  das?: readonly [name: string, read: (value: Buffer) => Json | true];
};

const addressAt = readNonZeroAddress;
const feeAt = (value: Buffer, at: number): TransferFee => ({
  epoch: value.readBigUInt64LE(at),
  maximum: value.readBigUInt64LE(at + 8),
  basisPoints: value.readUInt16LE(at + 16),
});
const dasFee = ({ epoch, maximum, basisPoints }: TransferFee): Json => ({
  epoch,
  maximum_fee: maximum,
  transfer_fee_basis_points: basisPoints,
});
const interestOf = (value: Buffer) => ({
  initializedAt: value.readBigInt64LE(32),
  averageRate: value.readInt16LE(40),
  updatedAt: value.readBigInt64LE(42),
  rate: value.readInt16LE(50),
});
/** Reads a number of group members: 8 bytes, or 4 bytes in mints older than the first release of token groups. */
const countAt = (value: Buffer, at: number, bytes: number) =>
  bytes === 8 ? value.readBigUInt64LE(at) : value.readUInt32LE(at);

/** The extensions of Token-2022, indexed by number (`ExtensionType`). */
const EXTENSIONS: readonly Extension[] = [
  { name: 'Uninitialized' },
  {
    name: 'Transfer fee',
    sizes: [108],
    facts: (value) => ({ transferFee: { older: feeAt(value, 72), newer: feeAt(value, 90) } }),
    das: [
      'transfer_fee_config',
      (value) => ({
        transfer_fee_config_authority: addressAt(value, 0),
        withdraw_withheld_authority: addressAt(value, 32),
        withheld_amount: value.readBigUInt64LE(64),
        older_transfer_fee: dasFee(feeAt(value, 72)),
        newer_transfer_fee: dasFee(feeAt(value, 90)),
      }),
    ],
  },
  { name: 'Transfer fee amount' },
  {
    name: 'Mint close authority',
    sizes: [32],
    facts: (value) => ({ closeAuthority: addressAt(value, 0) }),
    das: ['mint_close_authority', (value) => ({ close_authority: addressAt(value, 0) })],
  },
  {
    name: 'Confidential transfers',
    sizes: [65],
    facts: { confidential: true },
    das: [
      'confidential_transfer_mint',
      (value) => ({
        authority: addressAt(value, 0),
        auto_approve_new_accounts: value[32] !== 0,
        auditor_elgamal_pubkey: addressAt(value, 33) && value.toString('base64', 33, 65),
      }),
    ],
  },
  { name: 'Confidential transfer account' },
  {
    name: 'Default account state',
    sizes: [1],
    facts: (value) => {
      const defaultState = ACCOUNT_STATES[value.readUInt8(0)];
      return defaultState && { defaultState };
    },
    das: ['default_account_state', (value) => ({ state: value.readUInt8(0) })],
  },
  { name: 'Immutable owner' },
  { name: 'Required memo on transfer' },
  {
    name: 'Non-transferable',
    sizes: [0],
    facts: { nonTransferable: true },
    das: ['non_transferable', () => true],
  },
  {
    name: 'Interest-bearing',
    sizes: [52],
    facts: (value) => ({ interest: interestOf(value) }),
    das: [
      'interest_bearing_config',
      (value) => {
        const { initializedAt, averageRate, updatedAt, rate } = interestOf(value);
        return {
          rate_authority: addressAt(value, 0),
          initialization_timestamp: initializedAt,
          pre_update_average_rate: averageRate,
          last_update_timestamp: updatedAt,
          current_rate: rate,
        };
      },
    ],
  },
  { name: 'CPI guard' },
  {
    name: 'Permanent delegate',
    sizes: [32],
    facts: (value) => ({ permanentDelegate: addressAt(value, 0) }),
    das: ['permanent_delegate', (value) => ({ delegate: addressAt(value, 0) })],
  },
  { name: 'Non-transferable account' },
  {
    name: 'Transfer hook',
    sizes: [64],
    facts: (value) => ({ transferHook: addressAt(value, 32) }),
    das: ['transfer_hook', (value) => ({ authority: addressAt(value, 0), program_id: addressAt(value, 32) })],
  },
  { name: 'Transfer hook account' },
  {
    name: 'Confidential transfer fee',
    sizes: [129],
    facts: { confidential: true },
    das: [
      'confidential_transfer_fee_config',
      (value) => ({
        authority: addressAt(value, 0),
        withdraw_withheld_authority_elgamal_pubkey: base58.encode(value.subarray(32, 64)),
        harvest_to_mint_enabled: value[64] !== 0,
        withheld_amount: base58.encode(value.subarray(65, 129)),
      }),
    ],
  },
  { name: 'Confidential transfer fee amount' },
  {
    name: 'Metadata pointer',
    sizes: [64],
    facts: {},
    das: ['metadata_pointer', (value) => ({ metadata_address: addressAt(value, 32) })],
  },
  { name: 'Token metadata', facts: {} },
  {
    name: 'Group pointer',
    sizes: [64],
    facts: {},
    das: ['group_pointer', (value) => ({ group_address: addressAt(value, 32) })],
  },
  {
    name: 'Token group',
    sizes: [72, 80],
    facts: {},
    das: [
      'token_group',
      (value) => {
        const bytes = (value.length - 64) / 2;
        return {
          update_authority: addressAt(value, 0),
          mint: encodeAddress(value, 32),
          size: countAt(value, 64, bytes),
          max_size: countAt(value, 64 + bytes, bytes),
        };
      },
    ],
  },
  {
    name: 'Group member pointer',
    sizes: [64],
    facts: {},
    das: ['group_member_pointer', (value) => ({ member_address: addressAt(value, 32) })],
  },
  {
    name: 'Token group member',
    sizes: [68, 72],
    facts: {},
    das: [
      'token_group_member',
      (value) => ({
        mint: encodeAddress(value, 0),
        group: encodeAddress(value, 32),
        member_number: countAt(value, 64, value.length - 64),
      }),
    ],
  },
  { name: 'Confidential mint and burn', facts: { confidential: true } },
  {
    name: 'Scaled UI amount',
    sizes: [56],
    facts: (value) => {
      const multiplier = value.readDoubleLE(32);
      const newMultiplier = value.readDoubleLE(48);
      // The program rejects multipliers that are not finite.
      if (!Number.isFinite(multiplier) || !Number.isFinite(newMultiplier)) return undefined;
      return { scaledUiAmount: { multiplier, newMultiplier, newMultiplierAt: value.readBigInt64LE(40) } };
    },
  },
  {
    name: 'Pausable',
    sizes: [33],
    facts: (value) => ({ pausable: { paused: value.readUInt8(32) !== 0 } }),
  },
  { name: 'Pausable account' },
  {
    name: 'Permissioned burn',
    sizes: [32],
    facts: (value) => ({ permissionedBurn: addressAt(value, 0) }),
  },
];

/** Maximum number of unknown extensions to list. Real mints have fewer than thirty; only a hostile node sends more. */
const MAX_UNKNOWN = 64;

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
    const { sizes, facts } = EXTENSIONS[type] ?? {};
    const decoded =
      typeof facts !== 'function'
        ? facts
        : sizes?.includes(end - start)
          ? facts(buffer.subarray(start, end))
          : undefined;
    if (decoded !== undefined) Object.assign(found, decoded);
    else {
      found.unknown ??= [];
      if (found.unknown.length < MAX_UNKNOWN) found.unknown.push(type);
    }
  }
  return found;
}

/**
 * Decodes the extensions of a Token-2022 mint into the DAS format. If two have the same number, the first one wins, as
 * in the token program. Extensions without a name in DAS, and those of an unexpected size, are omitted.
 * @returns undefined for a mint that has no extensions
 */
export function dasMintExtensions(bytes: Uint8Array): Json | undefined {
  const found: Json = {};
  const buffer = asBuffer(bytes);
  for (const { type, start, end } of listExtensions(bytes)) {
    const { sizes, das: [name, read] = [] } = EXTENSIONS[type] ?? {};
    if (name === undefined || read === undefined || name in found || !sizes?.includes(end - start)) continue;
    found[name] = read(buffer.subarray(start, end));
  }
  const metadata = decodeInlineMetadata(bytes);
  if (metadata !== undefined)
    found.metadata = {
      update_authority: metadata.updateAuthority,
      mint: metadata.mint,
      name: metadata.name,
      symbol: metadata.symbol,
      uri: metadata.uri,
      additional_metadata: metadata.additionalMetadata,
    };
  return Object.keys(found).length === 0 ? undefined : found;
}

/**
 * Returns the distinct names of a Token-2022 mint's or account's extensions, in order. Unknown extensions are named by
 * their number.
 */
export function extensionNames(bytes: Uint8Array): string[] {
  const types = new Set(listExtensions(bytes).map(({ type }) => type));
  return [...types].map((type) => EXTENSIONS[type]?.name ?? `Extension ${type}`);
}
