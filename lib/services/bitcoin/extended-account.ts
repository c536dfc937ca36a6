import { ACCOUNT_VERSIONS } from '@/lib/btc-account/account-versions';
import type { ExtendedSmartAccount, SmartAccount } from '@/lib/btc-account/btc-account';
import type { AccountState } from '@/lib/evm/account-state';

/** An account with what its chain says of it behind the documented fields, in the order of contract §4. */
export function extendedAccount(account: SmartAccount, state: AccountState): ExtendedSmartAccount {
  const { factory, entryPoint, factoryAgrees, balance, currentOwner, reasons } = state;
  const implementationAddress = ACCOUNT_VERSIONS[account.version].implementation;
  const facts = { implementationAddress, factory, entryPoint, factoryAgrees, balance };
  if (currentOwner === null) return Object.assign(account, facts, { reasons });
  return Object.assign(account, facts, { currentOwner, reasons });
}
