import * as z from 'zod/mini';
import { AccountConfig, SmartAccount } from '@/lib/btc-account/btc-account';
import { InvalidInputError } from '@/lib/errors';
import { whenAllHere, whenHere } from '@/lib/later';
import { type BtcAccountLookup, type FoundBtcAccount, readBtcAccountLookup } from '../btc-account-lookup';
import { defineMethod } from '../define-method';
import { objectParams } from '../object-params';

/** Most configs of one call (contract §4). */
const MAX_CONFIGS = 100;

type Lookup = { lookup: BtcAccountLookup; path: string };

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
    return items.map(({ value, path }) => ({ lookup: readBtcAccountLookup(value, path), path }));
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
  /** Not async: a recent look-up of a recorded key waits for nothing. */
  handler(lookups, { evm, btcAccounts, settings }, call) {
    const { chainId, compat } = call;
    const find = ({ lookup, path }: Lookup) => {
      if (settings.requireMatchingBtcAddress && !lookup.provesAddress) throw mismatch(path);
      return lookup.on(chainId);
    };
    const ask = ({ account }: FoundBtcAccount) => evm.isDeployed(chainId, account.smartAccountAddress, call);
    const [first] = lookups;
    if (lookups.length === 1 && first !== undefined) {
      const found = find(first);
      return whenHere(ask(found), (deployed) =>
        whenHere(btcAccounts.record(found.pairings), () =>
          compat ? [found.answer(deployed)] : found.answer(deployed),
        ),
      );
    }
    const found = lookups.map(find);
    return whenHere(whenAllHere(found.map(ask)), (deployed) =>
      whenHere(btcAccounts.record(found.flatMap(({ pairings }) => pairings)), () =>
        found.map((one, i) => one.answer(deployed[i] === true)),
      ),
    );
  },
});

function mismatch(path: string): InvalidInputError {
  return new InvalidInputError(
    'btc-address-mismatch',
    'btcAddress is not proven by btcPublicKey: send one of the addresses of this key, or none',
    {},
    `${path}.btcAddress`,
  );
}
