import * as z from 'zod/mini';
import { isProven, matchAddress } from '@/lib/bitcoin/address-match';
import { recordedAddressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import { AccountConfig, SmartAccount } from '@/lib/btc-account/btc-account';
import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import { type DerivedAccount, deriveAccount } from '@/lib/btc-account/derive-account';
import { InvalidInputError } from '@/lib/errors';
import { defineMethod } from '../define-method';
import { objectParams } from '../object-params';
import { readParam } from '../read-params';

/** Most configs of one call (contract §4). */
const MAX_CONFIGS = 100;

type Lookup = { config: AccountConfig; path: string };

/** Specification §4.2, contract §4. */
export const svc_aa_getBTCAccount = defineMethod({
  name: 'svc_aa_getBTCAccount',
  group: 'evm-chain',
  summary: 'The smart account that a Bitcoin public key controls',
  description:
    'Calculates the ERC-4337 account of a Bitcoin public key; only isDeployed is asked of the chain. One config gives an object, 2 to 100 configs give an array in their order. A successful look-up is recorded for svc_aa_getBTCAccountsByAddress.',
  params: [
    {
      name: 'accountConfig',
      summary: 'Which key, and which version of the account. btcAddress is optional and changes no address.',
      required: true,
      schema: AccountConfig,
    },
  ],
  readParams: (raw): Lookup[] => {
    const items = objectParams(raw, 'accountConfig');
    if (items.length > MAX_CONFIGS)
      throw new InvalidInputError(
        'too-many-configs',
        `params hold ${items.length} account configs: at most ${MAX_CONFIGS} are answered in one call`,
        {},
        'params',
      );
    return items.map(({ value, path }) => ({ config: readParam(AccountConfig, value, path), path }));
  },
  result: z.union([SmartAccount, z.array(SmartAccount)]),
  errors: ['invalidParams', 'unsupportedChain', 'upstreamUnavailable', 'limitExceeded'],
  chainId: 'optional',
  echoesChainId: false,
  units: (lookups) => lookups.length,
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
  async handler(lookups, { evm, btcAccounts, settings }, call) {
    const { chainId, compat } = call;
    const found = lookups.map(({ config, path }) => {
      const proves = provesAddress(config);
      if (settings.requireMatchingBtcAddress && !proves) throw mismatch(path);
      const account = deriveAccount(config, chainId);
      return { account, pairing: pairingOf(account, proves ? config.btcAddress : undefined) };
    });
    const [only] = found;
    const deployed =
      found.length === 1 && only !== undefined
        ? [await evm.isDeployed(chainId, only.account.smartAccountAddress, call)]
        : await Promise.all(
            found.map(({ account }) => evm.isDeployed(chainId, account.smartAccountAddress, call)),
          );
    await btcAccounts.record(found.map(({ pairing }) => pairing));
    const accounts = found.map(({ account }, i) => answerOf(account, deployed[i] === true));
    const [first] = accounts;
    return accounts.length === 1 && first !== undefined && !compat ? first : accounts;
  },
});

/** Whether the address given is the key's own; true when none was given. */
function provesAddress({ btcPublicKey, btcAddress }: AccountConfig): boolean {
  return btcAddress === undefined || isProven(matchAddress(btcPublicKey, btcAddress));
}

function mismatch(path: string): InvalidInputError {
  return new InvalidInputError(
    'btc-address-mismatch',
    'btcAddress is not proven by btcPublicKey: send one of the addresses of this key, or none',
    {},
    `${path}.btcAddress`,
  );
}

/** The documented order: isDeployed second. */
function answerOf({ chainId, ...rest }: DerivedAccount, isDeployed: boolean): SmartAccount {
  return { chainId, isDeployed, ...rest };
}

/** What is recorded: the key with its own forms, and a given address only if the key proves it. */
function pairingOf(account: DerivedAccount, btcAddress: string | undefined): BtcAccountPairing {
  const { btcPublicKey, chainId, version, smartAccountAddress } = account;
  const btcAddresses = recordedAddressesOfKey(btcPublicKey);
  const beyond = btcAddress !== undefined && !btcAddresses.includes(btcAddress);
  return {
    publicKey: btcPublicKey,
    chainId,
    version,
    smartAccountAddress,
    btcAddresses,
    ...(beyond ? { provenAddress: btcAddress } : {}),
  };
}
