import { ACCOUNT_VERSIONS } from '@/lib/btc-account/account-versions';
import type { ExtendedSmartAccount } from '@/lib/btc-account/btc-account';
import { type DerivedAccount, deploymentOf } from '@/lib/btc-account/derive-account';
import type { UpstreamUnavailableError } from '@/lib/errors';
import type { AccountState, UnknownReason } from '@/lib/evm/account-state';

/** Adds the on-chain state to an account, after the documented fields and in the order of contract §4. */
export function extendedAccount(
  { chainId, ...rest }: DerivedAccount,
  state: Omit<AccountState, 'isDeployed'> & { isDeployed: boolean | null },
): ExtendedSmartAccount {
  const { isDeployed, factory, entryPoint, factoryAgrees, balance, currentOwner, reasons } = state;
  const implementationAddress = ACCOUNT_VERSIONS[rest.version].implementation;
  const facts = {
    implementationAddress,
    ...deploymentOf(rest),
    factory,
    entryPoint,
    factoryAgrees,
    balance,
  };
  const account = { chainId, isDeployed, ...rest };
  if (currentOwner === null) return Object.assign(account, facts, { reasons });
  return Object.assign(account, facts, { currentOwner, reasons });
}

/** Returns the extended format of an account whose chain did not respond. */
export function unknownAccount(
  account: DerivedAccount,
  failure: UpstreamUnavailableError,
): ExtendedSmartAccount {
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
