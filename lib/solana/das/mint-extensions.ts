import { base58 } from '@scure/base';
import { asBuffer, readNonZeroAddress } from '@/lib/solana/accounts/account-bytes';
import { decodeInlineMetadata, listExtensions } from '@/lib/solana/accounts/token-extensions';
import { encodeAddress } from '@/lib/solana/address/address';

// Decodes the extensions of a Token-2022 mint into the DAS format. Layouts: spl-token-2022, `interface/src/extension`.

type Json = Record<string, unknown>;

/** An extension's name in DAS, its allowed sizes in bytes, and its decoder. */
type Extension = { name: string; sizes: number[]; read: (value: Buffer) => Json | true };

const addressAt = (value: Buffer, at: number) => readNonZeroAddress(value, at);
const base58At = (value: Buffer, at: number, end: number) => base58.encode(value.subarray(at, end));
const feeAt = (value: Buffer, at: number): Json => ({
  epoch: value.readBigUInt64LE(at),
  maximum_fee: value.readBigUInt64LE(at + 8),
  transfer_fee_basis_points: value.readUInt16LE(at + 16),
});
/** Reads a number of group members: 8 bytes, or 4 bytes in mints older than the first release of token groups. */
const countAt = (value: Buffer, at: number, bytes: number) =>
  bytes === 8 ? value.readBigUInt64LE(at) : value.readUInt32LE(at);

const EXTENSIONS: Readonly<Record<number, Extension>> = {
  1: {
    name: 'transfer_fee_config',
    sizes: [108],
    read: (value) => ({
      transfer_fee_config_authority: addressAt(value, 0),
      withdraw_withheld_authority: addressAt(value, 32),
      withheld_amount: value.readBigUInt64LE(64),
      older_transfer_fee: feeAt(value, 72),
      newer_transfer_fee: feeAt(value, 90),
    }),
  },
  3: {
    name: 'mint_close_authority',
    sizes: [32],
    read: (value) => ({ close_authority: addressAt(value, 0) }),
  },
  4: {
    name: 'confidential_transfer_mint',
    sizes: [65],
    read: (value) => ({
      authority: addressAt(value, 0),
      auto_approve_new_accounts: value[32] !== 0,
      auditor_elgamal_pubkey: addressAt(value, 33) && value.toString('base64', 33, 65),
    }),
  },
  6: { name: 'default_account_state', sizes: [1], read: (value) => ({ state: value.readUInt8(0) }) },
  9: { name: 'non_transferable', sizes: [0], read: () => true },
  10: {
    name: 'interest_bearing_config',
    sizes: [52],
    read: (value) => ({
      rate_authority: addressAt(value, 0),
      initialization_timestamp: value.readBigInt64LE(32),
      pre_update_average_rate: value.readInt16LE(40),
      last_update_timestamp: value.readBigInt64LE(42),
      current_rate: value.readInt16LE(50),
    }),
  },
  12: { name: 'permanent_delegate', sizes: [32], read: (value) => ({ delegate: addressAt(value, 0) }) },
  14: {
    name: 'transfer_hook',
    sizes: [64],
    read: (value) => ({ authority: addressAt(value, 0), program_id: addressAt(value, 32) }),
  },
  16: {
    name: 'confidential_transfer_fee_config',
    sizes: [129],
    read: (value) => ({
      authority: addressAt(value, 0),
      withdraw_withheld_authority_elgamal_pubkey: base58At(value, 32, 64),
      harvest_to_mint_enabled: value[64] !== 0,
      withheld_amount: base58At(value, 65, 129),
    }),
  },
  18: {
    name: 'metadata_pointer',
    sizes: [64],
    read: (value) => ({ metadata_address: addressAt(value, 32) }),
  },
  20: { name: 'group_pointer', sizes: [64], read: (value) => ({ group_address: addressAt(value, 32) }) },
  21: {
    name: 'token_group',
    sizes: [72, 80],
    read: (value) => {
      const bytes = (value.length - 64) / 2;
      return {
        update_authority: addressAt(value, 0),
        mint: encodeAddress(value, 32),
        size: countAt(value, 64, bytes),
        max_size: countAt(value, 64 + bytes, bytes),
      };
    },
  },
  22: {
    name: 'group_member_pointer',
    sizes: [64],
    read: (value) => ({ member_address: addressAt(value, 32) }),
  },
  23: {
    name: 'token_group_member',
    sizes: [68, 72],
    read: (value) => ({
      mint: encodeAddress(value, 0),
      group: encodeAddress(value, 32),
      member_number: countAt(value, 64, value.length - 64),
    }),
  },
};

/**
 * Decodes the extensions of a Token-2022 mint into the DAS format. If two have the same number, the first one wins, as
 * in the token program. Extensions without a name in DAS, and those of an unexpected size, are omitted.
 * @returns undefined for a mint that has no extensions
 */
export function dasMintExtensions(bytes: Uint8Array): Json | undefined {
  const found: Json = {};
  const buffer = asBuffer(bytes);
  for (const { type, start, end } of listExtensions(bytes)) {
    const extension = EXTENSIONS[type];
    if (extension === undefined || extension.name in found || !extension.sizes.includes(end - start))
      continue;
    found[extension.name] = extension.read(buffer.subarray(start, end));
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
