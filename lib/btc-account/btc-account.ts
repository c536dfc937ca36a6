import * as z from 'zod/mini';
import { BtcAddress } from '@/lib/bitcoin/address';
import { BtcPublicKey } from '@/lib/bitcoin/public-key';
import { PRESENCES, UNKNOWN_REASONS } from '@/lib/evm/account-state';
import { ACCOUNT_VERSION_NAMES } from './account-versions';

/** Account config of `svc_aa_getBTCAccount` (contract §4). Unknown fields are ignored. */
export const AccountConfig = z.object(
  {
    name: z.literal('BTC', 'name must be "BTC"'),
    version: z.enum(
      ACCOUNT_VERSION_NAMES,
      `version must be ${ACCOUNT_VERSION_NAMES.map((name) => `"${name}"`).join(' or ')}`,
    ),
    btcPublicKey: BtcPublicKey,
    btcAddress: z.optional(BtcAddress),
    extended: z.optional(z.boolean('extended must be true or false')),
  },
  'Each item of params must be an account config object: {"name": "BTC", "version", "btcPublicKey"}',
);
export type AccountConfig = z.output<typeof AccountConfig>;

/** An EVM address as it is answered: EIP-55 form. */
export const AnsweredEvmAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/));
/** A Bitcoin public key as it is answered: compressed, lower-case hex, no `0x`. */
export const AnsweredPublicKey = z.string().check(z.regex(/^0[23][0-9a-f]{64}$/));

/** Result of `svc_aa_getBTCAccount` (contract §4), in the documented order. */
export const SmartAccount = z.object({
  chainId: z.int(),
  isDeployed: z.boolean(),
  eoaAddress: AnsweredEvmAddress,
  factoryAddress: AnsweredEvmAddress,
  entryPointAddress: AnsweredEvmAddress,
  smartAccountAddress: AnsweredEvmAddress,
  owner: AnsweredEvmAddress,
  name: z.literal('BTC'),
  version: z.enum(ACCOUNT_VERSION_NAMES),
  index: z.literal(0),
  btcPublicKey: AnsweredPublicKey,
});
export type SmartAccount = z.output<typeof SmartAccount>;

/** Words of a closed list by the fields that are unknown. */
const Reasons = z.object({
  factory: z.optional(z.enum(UNKNOWN_REASONS)),
  entryPoint: z.optional(z.enum(UNKNOWN_REASONS)),
  factoryAgrees: z.optional(z.enum(UNKNOWN_REASONS)),
  balance: z.optional(z.enum(UNKNOWN_REASONS)),
  currentOwner: z.optional(z.enum(UNKNOWN_REASONS)),
});

/** With `extended: true`: after the documented fields, whether the account can be used on this chain (contract §4). */
export const ExtendedSmartAccount = z.extend(SmartAccount, {
  implementationAddress: AnsweredEvmAddress,
  factory: z.enum(PRESENCES),
  entryPoint: z.enum(PRESENCES),
  factoryAgrees: z.nullable(z.boolean()),
  balance: z.nullable(z.string().check(z.regex(/^[0-9]{1,78}$/))),
  currentOwner: z.optional(AnsweredEvmAddress),
  reasons: Reasons,
});
export type ExtendedSmartAccount = z.output<typeof ExtendedSmartAccount>;
