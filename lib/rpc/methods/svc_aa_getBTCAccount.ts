import * as z from 'zod/mini';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import { AccountConfig, ExtendedSmartAccount, SmartAccount } from '@/lib/btc-account/btc-account';
import { InvalidInputError } from '@/lib/errors';
import { getBtcAccounts } from '@/lib/services/bitcoin/get-btc-accounts';
import { pairingOf } from '@/lib/services/bitcoin/pairing-of';
import { WORK_UNITS } from '@/lib/services/work-units';
import { defineMethod } from '../define-method';
import { boundedNames, objectParams, readParam, unknownNamesOfObjects } from '../params/read-params';

/** Maximum number of configs in one call (contract §4). */
const MAX_CONFIGS = 100;

/** A config and the unknown field names in it. */
type ReadConfig = { config: AccountConfig; ignored: readonly string[] };

/** Calculates and records the smart account of a Bitcoin key (contract §4). */
export const svc_aa_getBTCAccount = defineMethod({
  name: 'svc_aa_getBTCAccount',
  group: 'evm-chain',
  summary: 'The smart account that a Bitcoin public key controls',
  description:
    'Calculates the ERC-4337 account of a Bitcoin public key; only isDeployed comes from the chain. If the chain does not respond, the error has the account without isDeployed in data.account; with extended: true the result has isDeployed: null and the reason. One config returns an object; 2 to 100 configs return an array in the same order. A successful lookup is recorded for svc_aa_getBTCAccountsByAddress.',
  params: [
    {
      name: 'accountConfig',
      summary:
        'The Bitcoin key and the version of the account. btcAddress is optional and does not affect the result; extended: true adds on-chain state: whether the factory and entry point exist, the balance and the current owner.',
      required: true,
      schema: AccountConfig,
    },
  ],
  readParams: (raw): ReadConfig[] => {
    const items = objectParams(raw, 'accountConfig');
    if (items.length > MAX_CONFIGS)
      throw new InvalidInputError(
        'too-many-configs',
        `params has ${items.length} account configs; a call takes at most ${MAX_CONFIGS}`,
        'params',
      );
    return items.map(({ value, path }, i) => ({
      config: readParam(AccountConfig, value, path),
      ignored: boundedNames(ignoredConfigNames(Array.isArray(raw) ? raw[i] : raw)),
    }));
  },
  ignoredNames: ignoredConfigNames,
  // The extended schema must come first: an extended account also matches the plain schema, and the first match is
  // used.
  result: z.union([
    ExtendedSmartAccount,
    SmartAccount,
    z.array(z.union([ExtendedSmartAccount, SmartAccount])),
  ]),
  forms: { flag: 'accountConfig.extended', plain: SmartAccount, extended: ExtendedSmartAccount },
  errors: ['invalidParams', 'unsupportedChain', 'upstreamUnavailable', 'limitExceeded'],
  echoesChainId: false,
  units: (configs) => configs.reduce((units, { config }) => units + unitsOf(config), 0),
  example: {
    chainId: 31337,
    params: [
      {
        name: 'BTC',
        version: '1.0.0',
        btcPublicKey: '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c',
        btcAddress: 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u',
      },
    ],
    result: {
      chainId: 31337,
      isDeployed: true,
      eoaAddress: '0x5b3Cc11bBCB5191dC10C39A6D261D42341d982f2',
      factoryAddress: '0xcf52D4cDb490e47b835E9EA04BAABcA35f40F60e',
      entryPointAddress: '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
      smartAccountAddress: '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc',
      owner: '0x5b3Cc11bBCB5191dC10C39A6D261D42341d982f2',
      name: 'BTC',
      version: '1.0.0',
      index: 0,
      btcPublicKey: '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c',
    },
  },
  async handler(configs, ports, { chainId }, scope) {
    const plain = configs.map(({ config }) => config);
    const found = await getBtcAccounts(ports, plain, chainId, scope);
    const accounts = found.map((account, i) => withIgnored(account, configs[i]));
    const [only] = accounts;
    return accounts.length === 1 && only !== undefined ? only : accounts;
  },
  responseCache: {
    cacheKey: accountCacheKey,
    // A short time: the account can be deployed at any time.
    ttlMs: () => 15_000,
    // Beyond NEW_PAIRINGS_PER_HOUR, or while the store takes no writes, the pairing is not recorded.
    isShared: (found, { btcAccounts }) => !Array.isArray(found) && btcAccounts.isKnown(pairingOf(found)),
  },
});

function ignoredConfigNames(raw: unknown): string[] {
  return unknownNamesOfObjects(raw, 'accountConfig', Object.keys(AccountConfig.shape));
}

/** Adds the ignored field names of a config to its account, only in the extended format. */
const withIgnored = <Account extends object>(account: Account, read: ReadConfig | undefined): Account =>
  read?.config.extended === true && read.ignored.length > 0 ? { ...account, ignored: read.ignored } : account;

const unitsOf = ({ extended }: AccountConfig): number =>
  extended === true ? WORK_UNITS.extendedBtcAccount : WORK_UNITS.btcAccount;

/**
 * Params whose response is cached: a single plain config. Checks only the key's hex format, because checking that the
 * key is on the curve takes twice as long as the rest of a cached call.
 */
const CachedParams = z.tuple([
  z.strictObject({
    name: z.literal('BTC'),
    version: z.enum(ACCOUNT_VERSION_NAMES),
    btcPublicKey: z.string().check(z.regex(/^(0x)?([0-9a-f]{66}|[0-9a-f]{130})$/i)),
  }),
]);

function accountCacheKey(raw: unknown): string | undefined {
  const { success, data } = CachedParams.safeParse(raw);
  return success ? `${data[0].version} ${data[0].btcPublicKey}` : undefined;
}
