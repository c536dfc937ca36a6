import { ACCOUNT_VERSIONS } from '@/lib/btc-account/account-versions';
import type { AccountConfig, ExtendedSmartAccount, SmartAccount } from '@/lib/btc-account/btc-account';
import { type DerivedAccount, deploymentOf, deriveAccount } from '@/lib/btc-account/derive-account';
import { isUpstreamUnavailable, UpstreamUnavailableError } from '@/lib/errors';
import type { AccountState, UnknownReason } from '@/lib/evm/account-state';
import type { EvmSource } from '@/lib/evm/evm-source';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Ports } from '../ports';
import { pairingOf } from './pairing-of';

/**
 * Returns the smart account of each config on one chain, in order. An account whose config is `extended` also contains
 * its on-chain state, or the reason why the state is unknown. A successful call records all accounts. A given Bitcoin
 * address is recorded only if it belongs to the key.
 * @throws UpstreamUnavailableError if the store cannot be written, or if the chain does not respond for a config that
 * is not `extended`. In the latter case, `data.account` contains the account, or an array of accounts, without
 * `isDeployed`.
 */
export async function getBtcAccounts(
  { evm, btcAccounts }: Pick<Ports, 'evm' | 'btcAccounts'>,
  configs: readonly AccountConfig[],
  chainId: number,
  scope: RequestScope,
): Promise<(SmartAccount | ExtendedSmartAccount)[]> {
  const found = configs.map((config) => {
    const account = deriveAccount(config, chainId);
    return { config, account, pairing: pairingOf(account, config.btcAddress) };
  });
  const answers = await Promise.all(
    found.map(({ config, account }) =>
      config.extended === true ? readState(evm, account, scope) : readDeployment(evm, account, scope),
    ),
  ).catch((thrown) => {
    const accounts = found.map(({ account }) => account);
    throw isUpstreamUnavailable(thrown) ? withAccounts(thrown, accounts) : thrown;
  });
  await btcAccounts.record(
    found.map(({ pairing }) => pairing),
    scope.signal,
  );
  return answers;
}

async function readDeployment(
  evm: EvmSource,
  { chainId, ...rest }: DerivedAccount,
  scope: RequestScope,
): Promise<SmartAccount> {
  const isDeployed = await evm.isDeployed(chainId, rest.smartAccountAddress, scope);
  return { chainId, isDeployed, ...rest };
}

async function readState(evm: EvmSource, account: DerivedAccount, scope: RequestScope) {
  try {
    return extendedAccount(account, await evm.readAccountState(account.chainId, account, scope));
  } catch (thrown) {
    if (isUpstreamUnavailable(thrown)) return unknownAccount(account, thrown);
    throw thrown;
  }
}

/** Adds the accounts to an error as `data.account`. */
function withAccounts(
  { reason, message, data, cause }: UpstreamUnavailableError,
  accounts: readonly DerivedAccount[],
): UpstreamUnavailableError {
  const account = accounts.length === 1 ? accounts[0] : accounts;
  return new UpstreamUnavailableError(reason, message, { ...data, account }, cause);
}

/** Adds the on-chain state to an account, after the documented fields and in the order of contract §4. */
function extendedAccount(
  { chainId, ...rest }: DerivedAccount,
  state: Omit<AccountState, 'isDeployed'> & { isDeployed: boolean | null },
): ExtendedSmartAccount {
  const { isDeployed, factory, entryPoint, factoryAgrees, balance, currentOwner, reasons } = state;
  return {
    chainId,
    isDeployed,
    ...rest,
    implementationAddress: ACCOUNT_VERSIONS[rest.version].implementation,
    ...deploymentOf(rest),
    ...{ factory, entryPoint, factoryAgrees, balance },
    ...(currentOwner !== null && { currentOwner }),
    reasons,
  };
}

/** Returns the extended format of an account whose chain did not respond. */
function unknownAccount(account: DerivedAccount, failure: UpstreamUnavailableError): ExtendedSmartAccount {
  const other = failure.reason === 'no-endpoint' ? failure.reason : 'no-answer';
  return extendedAccount(account, {
    isDeployed: null,
    factory: 'unknown',
    entryPoint: 'unknown',
    factoryAgrees: null,
    balance: null,
    currentOwner: null,
    reasons: {
      isDeployed: DEPLOYMENT_REASONS[failure.reason] ?? 'no-answer',
      factory: other,
      entryPoint: other,
      factoryAgrees: other,
      balance: other,
    },
  });
}

const DEPLOYMENT_REASONS: Partial<Record<UpstreamUnavailableError['reason'], UnknownReason>> = {
  'no-endpoint': 'no-endpoint',
  'upstream-refused': 'refused',
  'upstream-malformed': 'malformed',
};
