import * as z from 'zod/mini';
import { BtcAddress } from '@/lib/bitcoin/address';
import { BtcPublicKey } from '@/lib/bitcoin/public-key';
import { EvmAddress } from '@/lib/evm/address';
import { ACCOUNT_VERSION_NAMES } from './account-versions';

/** Account config of `svc_aa_getBTCAccount` (specification §4.2). Unknown fields are ignored. */
export const AccountConfig = z.object(
  {
    name: z.literal('BTC', 'name must be "BTC"'),
    version: z.enum(ACCOUNT_VERSION_NAMES, 'version must be "1.0.0" or "2.0.0"'),
    btcPublicKey: BtcPublicKey,
    btcAddress: z.optional(BtcAddress),
  },
  'Each item of params must be an account config object: {"name": "BTC", "version", "btcPublicKey"}',
);
export type AccountConfig = z.output<typeof AccountConfig>;

/** Query of `svc_aa_getBTCAccountsByAddress` (specification §4.3): at least one of the two. */
export const BtcAccountsQuery = z
  .object(
    { btcAddress: z.optional(BtcAddress), address: z.optional(EvmAddress) },
    'The query must be an object with btcAddress, address or both',
  )
  .check(({ value, issues }) => {
    if (value.btcAddress === undefined && value.address === undefined)
      issues.push({
        code: 'custom',
        message: 'The query needs btcAddress (a Bitcoin address) or address (a smart account), or both',
        input: value,
        params: { reason: 'empty-query' },
      });
  });
export type BtcAccountsQuery = z.output<typeof BtcAccountsQuery>;

const evmAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/));
const compressedKey = z.string().check(z.regex(/^0[23][0-9a-f]{64}$/));

/** Result of `svc_aa_getBTCAccount` (specification §2.4), in the documented order. */
export const SmartAccount = z.object({
  chainId: z.int(),
  isDeployed: z.boolean(),
  eoaAddress: evmAddress,
  factoryAddress: evmAddress,
  entryPointAddress: evmAddress,
  smartAccountAddress: evmAddress,
  owner: evmAddress,
  name: z.literal('BTC'),
  version: z.enum(ACCOUNT_VERSION_NAMES),
  index: z.literal(0),
  btcPublicKey: compressedKey,
});
export type SmartAccount = z.output<typeof SmartAccount>;

/** Item of the result of `svc_aa_getBTCAccountsByAddress` (specification §2.5). */
export const BtcAccountRecord = z.object({
  btcAddress: z.string(),
  chainId: z.int(),
  version: z.string(),
  aaAddress: evmAddress,
  publicKey: compressedKey,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type BtcAccountRecord = z.output<typeof BtcAccountRecord>;
