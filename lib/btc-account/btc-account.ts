import * as z from 'zod/mini';
import { BtcAddress } from '@/lib/bitcoin/address';
import { BtcPublicKey } from '@/lib/bitcoin/public-key';
import { PRESENCES, UNKNOWN_REASONS } from '@/lib/evm/account-state';
import {
  define,
  describe,
  flag,
  IgnoredNames,
  int,
  object,
  orAbsent,
  orNull,
  withId,
  wordOf,
} from '@/lib/json/describe';
import { ACCOUNT_VERSION_NAMES } from './account-versions';

/** Schema of the account index. An owner could have several accounts, but only index 0 is supported. */
const Index = z.unknown().check(
  ({ value, issues }) => {
    if (value !== 0)
      issues.push({
        code: 'custom',
        message: 'index must be 0: a key has one account per version',
        input: value,
        params: { reason: 'unsupported-index' },
      });
  },
  z.meta({ const: 0, description: 'Index of the account; only 0 is supported.' }),
);

/** Schema of the account config of `svc_aa_getBTCAccount` (contract §4). Unknown fields are ignored. */
export const AccountConfig = z
  .object(
    {
      name: z.literal('BTC', 'name must be "BTC"').check(describe('Type of account; only BTC is supported.')),
      version: z
        .enum(
          ACCOUNT_VERSION_NAMES,
          `version must be ${ACCOUNT_VERSION_NAMES.map((name) => `"${name}"`).join(' or ')}`,
        )
        .check(describe('Version of the account contract; each version has a different address.')),
      btcPublicKey: BtcPublicKey.check(
        describe(
          'Bitcoin public key in hex: 33 bytes compressed or 65 bytes uncompressed, with or without `0x`.',
        ),
      ),
      btcAddress: orAbsent(
        BtcAddress,
        'Bitcoin address to record with the key, if the address belongs to the key. It does not affect the result.',
      ),
      index: z.optional(Index),
      extended: orAbsent(
        z.boolean('extended must be true or false'),
        'Adds on-chain state: whether the factory and entry point exist, the balance and the current owner.',
      ),
    },
    'Each item in params must be an account config object: {"name": "BTC", "version", "btcPublicKey"}',
  )
  .check(withId('AccountConfig', 'A Bitcoin key, and the version of its account.'));
export type AccountConfig = z.output<typeof AccountConfig>;

/** Schema of an EVM address in a response, in EIP-55 form. */
export const answeredEvmAddress = (description: string) =>
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/), describe(description));
/** Schema of a Bitcoin public key in a response: compressed, lower-case hex, without `0x`. */
export const AnsweredPublicKey = z
  .string()
  .check(
    z.regex(/^0[23][0-9a-f]{64}$/),
    withId('CompressedPublicKey', 'A Bitcoin public key, compressed, in lower-case hex without `0x`.'),
  );

const accountFields = {
  chainId: int('The EVM chain of the account.'),
  isDeployed: flag('Whether the account has code on the chain.'),
  eoaAddress: answeredEvmAddress('EVM address of the key.'),
  factoryAddress: answeredEvmAddress('Factory that deploys the account.'),
  entryPointAddress: answeredEvmAddress('ERC-4337 entry point of the account.'),
  smartAccountAddress: answeredEvmAddress('The smart account.'),
  owner: answeredEvmAddress('Owner of the account: the EVM address of the key.'),
  name: z.literal('BTC').check(describe('Type of account, as requested.')),
  version: wordOf(ACCOUNT_VERSION_NAMES, 'Version of the account, as requested.'),
  index: z.literal(0).check(describe('Index of the account among the accounts of its owner.')),
  btcPublicKey: AnsweredPublicKey,
};

/** Schema of the result of `svc_aa_getBTCAccount` (contract §4), with its fields in the documented order. */
export const SmartAccount = define(
  'SmartAccount',
  'The smart account of a Bitcoin key on a chain.',
  accountFields,
);
export type SmartAccount = z.output<typeof SmartAccount>;

const reason = (field: string) => orAbsent(z.enum(UNKNOWN_REASONS), `Why \`${field}\` is unknown.`);

/** Schema of the reasons why fields are unknown, by field, from a closed list. */
const Reasons = object(
  'Why fields are unknown. no-endpoint: no endpoint is configured for the chain. no-answer: the node did not respond after retries. refused: the node returned an error. malformed: the response is malformed. reverted: the contract reverted. not-an-address: the contract returned something other than an address. no-factory: the chain does not have the factory.',
  {
    isDeployed: reason('isDeployed'),
    factory: reason('factory'),
    entryPoint: reason('entryPoint'),
    factoryAgrees: reason('factoryAgrees'),
    balance: reason('balance'),
    currentOwner: reason('currentOwner'),
  },
);

const hexText = (description: string) =>
  z.string().check(z.regex(/^0x([0-9a-f]{2})+$/), describe(description));
const presence = (what: string) => wordOf(PRESENCES, `Whether ${what} has code on the chain.`);

/**
 * Schema of the result with `extended: true`: the fields of the default format, then on-chain facts about the account
 * (contract §4).
 */
export const ExtendedSmartAccount = define(
  'ExtendedSmartAccount',
  'A smart account and its on-chain state.',
  {
    ...accountFields,
    isDeployed: orNull(
      z.boolean(),
      'Whether the account has code on that chain; null if the chain did not respond.',
    ),
    implementationAddress: answeredEvmAddress('Implementation contract of the account.'),
    factoryData: hexText('Call data that makes `factoryAddress` deploy the account.'),
    initCode: hexText('`initCode` of a user operation for entry point 0.6: the factory, then `factoryData`.'),
    factory: presence('the factory'),
    entryPoint: presence('the entry point'),
    factoryAgrees: orNull(
      z.boolean(),
      "Whether the factory's `getAddress` returns this account. false: money sent to this account may be lost; null: `getAddress` could not be called.",
    ),
    balance: orNull(
      z.string().check(z.regex(/^[0-9]{1,78}$/)),
      'Balance in wei, as a decimal string; null if unknown.',
    ),
    currentOwner: z.optional(answeredEvmAddress('Result of `owner()` of a deployed account.')),
    reasons: Reasons,
    ignored: IgnoredNames,
  },
);
export type ExtendedSmartAccount = z.output<typeof ExtendedSmartAccount>;
