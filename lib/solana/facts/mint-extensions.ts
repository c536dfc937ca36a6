import { base58 } from '@scure/base';
import { asBuffer, readNonZeroAddress } from '@/lib/solana/accounts/account-bytes';
import type { Clock } from '@/lib/solana/accounts/clock';
import { decodeInlineMetadata, listExtensions } from '@/lib/solana/accounts/token-extensions';
import { ACCOUNT_STATES, type Mint } from '@/lib/solana/accounts/token-program';
import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import type { MintFacts } from './fact-schemas';
import { MINT_FACTS, type MintFactName } from './messages';
import { interestScaling, type Scaling } from './ui-amount';

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
  facts?: MintFacts | ((value: Buffer, clock: Clock | undefined) => MintFacts | undefined);
  /** Name in DAS, and decoder of a mint's extension to the DAS format. */
  das?: readonly [name: string, read: (value: Buffer) => Json | true];
};

const addressAt = readNonZeroAddress;
const feeAt = (value: Buffer, at: number) => ({
  epoch: value.readBigUInt64LE(at),
  maximum: value.readBigUInt64LE(at + 8),
  basisPoints: value.readUInt16LE(at + 16),
});
const dasFeeAt = (value: Buffer, at: number): Json => {
  const { epoch, maximum, basisPoints } = feeAt(value, at);
  return { epoch, maximum_fee: maximum, transfer_fee_basis_points: basisPoints };
};
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
    facts: (value, clock) => {
      const [older, newer] = [feeAt(value, 72), feeAt(value, 90)];
      const { basisPoints, maximum } = clock !== undefined && clock.epoch < newer.epoch ? older : newer;
      return { transferFee: { basisPoints, maximum: maximum.toString() } };
    },
    das: [
      'transfer_fee_config',
      (value) => ({
        transfer_fee_config_authority: addressAt(value, 0),
        withdraw_withheld_authority: addressAt(value, 32),
        withheld_amount: value.readBigUInt64LE(64),
        older_transfer_fee: dasFeeAt(value, 72),
        newer_transfer_fee: dasFeeAt(value, 90),
      }),
    ],
  },
  { name: 'Transfer fee amount' },
  {
    name: 'Mint close authority',
    sizes: [32],
    facts: (value) => ({ closeAuthority: addressAt(value, 0) ?? undefined }),
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
    facts: (value) => ({ interestBearing: { rate: interestOf(value).rate } }),
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
    facts: (value) => ({ permanentDelegate: addressAt(value, 0) ?? undefined }),
    das: ['permanent_delegate', (value) => ({ delegate: addressAt(value, 0) })],
  },
  { name: 'Non-transferable account' },
  {
    name: 'Transfer hook',
    sizes: [64],
    facts: (value) => ({ transferHook: addressAt(value, 32) ?? undefined }),
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
    facts: (value, clock) => {
      const [older, newer] = [value.readDoubleLE(32), value.readDoubleLE(48)];
      // The program rejects multipliers that are not finite.
      if (!Number.isFinite(older) || !Number.isFinite(newer)) return undefined;
      const isOlder = clock !== undefined && clock.unixTimestamp < value.readBigInt64LE(40);
      return { scaledUiAmount: { multiplier: isOlder ? older : newer } };
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
    facts: (value) => ({ permissionedBurn: addressAt(value, 0) ?? undefined }),
  },
];

const INTEREST_BEARING = 10;

/** Maximum number of unknown extensions to list. Real mints have fewer than thirty; only a hostile node sends more. */
const MAX_UNKNOWN = 64;

/** The facts in the order of the documents. */
const FACT_NAMES = Object.keys(MINT_FACTS) as MintFactName[];

/**
 * Returns the mint facts: what a mint's authorities and extensions can do. Only the keys that apply are set (contract
 * §3). If two extensions have the same number, the first counts, as in the program.
 * @param bytes data of a Token-2022 mint; undefined for a mint that has no extensions
 * @param clock the chain's clock; undefined if it was not read, in which case the newer fee and multiplier apply
 */
export function mintFactsOf(mint: Mint, bytes: Uint8Array | undefined, clock: Clock | undefined): MintFacts {
  const facts: MintFacts = {};
  if (mint.mintAuthority !== null) facts.mintAuthority = mint.mintAuthority;
  if (mint.freezeAuthority !== null) facts.freezeAuthority = mint.freezeAuthority;
  if (bytes === undefined) return facts;
  const found = extensionFacts(bytes, clock);
  const ordered: Record<string, unknown> = facts;
  for (const name of FACT_NAMES) if (found[name] !== undefined) ordered[name] = found[name];
  return facts;
}

function extensionFacts(bytes: Uint8Array, clock: Clock | undefined): MintFacts {
  const buffer = asBuffer(bytes);
  const found: MintFacts = {};
  const unknown: number[] = [];
  const seen = new Set<number>();
  for (const { type, start, end } of listExtensions(bytes)) {
    if (seen.has(type)) continue;
    seen.add(type);
    const { sizes, facts } = EXTENSIONS[type] ?? {};
    const decoded =
      typeof facts !== 'function'
        ? facts
        : sizes?.includes(end - start)
          ? facts(buffer.subarray(start, end), clock)
          : undefined;
    if (decoded !== undefined) Object.assign(found, decoded);
    else if (unknown.length < MAX_UNKNOWN) unknown.push(type);
  }
  return unknown.length === 0 ? found : { ...found, unknown };
}

/** Returns the authority that can move a token out of any account; null without one. */
export const permanentDelegateOf = (bytes: Uint8Array): SolanaAddress | null =>
  extensionFacts(bytes, undefined).permanentDelegate ?? null;

/**
 * Returns how a mint's amounts are scaled at the chain's current time. If a mint has both interest and a multiplier,
 * interest applies, as in the program.
 * @param facts the mint's facts at the same time
 */
export function scalingOf(
  facts: MintFacts,
  bytes: Uint8Array | undefined,
  clock: Clock | undefined,
): Scaling {
  const { interestBearing, scaledUiAmount } = facts;
  if (bytes === undefined || (interestBearing === undefined && scaledUiAmount === undefined)) return null;
  if (clock === undefined) return 'unknown';
  const interest = interestBearing && listExtensions(bytes).find(({ type }) => type === INTEREST_BEARING);
  if (interest !== undefined)
    return interestScaling(interestOf(asBuffer(bytes).subarray(interest.start)), clock.unixTimestamp);
  return scaledUiAmount === undefined ? null : { kind: 'multiplier', factor: scaledUiAmount.multiplier };
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
