import { isProven, matchAddress } from '@/lib/bitcoin/address-match';
import type { AccountConfig, ExtendedSmartAccount, SmartAccount } from '@/lib/btc-account/btc-account';
import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import { type DerivedAccount, deriveAccount } from '@/lib/btc-account/derive-account';
import { InvalidInputError } from '@/lib/errors';
import type { EvmSource } from '@/lib/evm/evm-source';
import { forEachYielding } from '@/lib/promises/for-each-yielding';
import type { Ports } from '../ports';
import { extendedAccount } from './extended-account';
import { pairingOf } from './pairing-of';

/** An account config and where it stands in the request, such as `params[0]`. */
export type LocatedConfig = { config: AccountConfig; path: string };

/**
 * The smart account of each config on one chain, in their order; an `extended` one with what the chain says of it. All are recorded when all are known; a given Bitcoin
 * address is recorded only when the key proves it.
 * @throws InvalidInputError `btc-address-mismatch` when a matching address is required and one does not match
 * @throws UpstreamUnavailableError when the chain could not be asked, or the record not be written
 */
export async function getBtcAccounts(
  { evm, btcAccounts, settings }: Pick<Ports, 'evm' | 'btcAccounts' | 'settings'>,
  configs: readonly LocatedConfig[],
  chainId: number,
  signal: AbortSignal,
): Promise<(SmartAccount | ExtendedSmartAccount)[]> {
  const found: { config: AccountConfig; account: DerivedAccount; pairing: BtcAccountPairing }[] = [];
  const derive = ({ config, path }: LocatedConfig) => {
    const proven =
      config.btcAddress !== undefined && isProven(matchAddress(config.btcPublicKey, config.btcAddress));
    if (settings.requireMatchingBtcAddress && config.btcAddress !== undefined && !proven)
      throw addressMismatch(path);
    const account = deriveAccount(config, chainId);
    found.push({ config, account, pairing: pairingOf(account, proven ? config.btcAddress : undefined) });
  };
  // A key with its addresses takes up to a millisecond.
  await forEachYielding(configs, derive, 4);
  const answers = await Promise.all(
    found.map(({ config, account }) =>
      config.extended === true
        ? askState(evm, account, chainId, signal)
        : askDeployment(evm, account, chainId, signal),
    ),
  );
  await btcAccounts.record(
    found.map(({ pairing }) => pairing),
    signal,
  );
  return answers;
}

async function askDeployment(evm: EvmSource, account: DerivedAccount, chainId: number, signal: AbortSignal) {
  const isDeployed = await evm.isDeployed(chainId, account.smartAccountAddress, signal);
  return inDocumentedOrder(account, isDeployed);
}

async function askState(evm: EvmSource, account: DerivedAccount, chainId: number, signal: AbortSignal) {
  const state = await evm.readAccountState(chainId, account, signal);
  return extendedAccount(inDocumentedOrder(account, state.isDeployed), state);
}

const inDocumentedOrder = ({ chainId, ...rest }: DerivedAccount, isDeployed: boolean): SmartAccount => ({
  chainId,
  isDeployed,
  ...rest,
});

const addressMismatch = (path: string) =>
  new InvalidInputError(
    'btc-address-mismatch',
    'btcAddress is not proven by btcPublicKey: send one of the addresses of this key, or none',
    {},
    `${path}.btcAddress`,
  );
