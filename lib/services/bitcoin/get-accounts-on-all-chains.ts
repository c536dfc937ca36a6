import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { type DerivedAccount, deriveAccounts } from '@/lib/btc-account/derive-account';
import { isUpstreamUnavailable } from '@/lib/errors';
import type { AccountState } from '@/lib/evm/account-state';
import type { EvmSource } from '@/lib/evm/evm-source';
import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import type { Ports } from '../ports';

/** On-chain facts about an account; see `AccountState`. */
export type AccountFacts = Omit<AccountState, 'isDeployed' | 'reasons'>;

/**
 * One version of a key's account on one chain. `at` (ISO 8601 UTC) is the time of this result; the chain's response may
 * be up to 15 s older. An `unknown` state has a stable reason and a message and, after a timeout, `waitedMs`.
 */
export type AccountCell = {
  chainId: number;
  version: AccountVersion;
  smartAccountAddress: string;
  at: string;
} & (
  | { state: 'deployed' | 'not-deployed'; facts: AccountFacts }
  | { state: 'unknown'; reason: string; message: string; waitedMs?: number }
);

/**
 * Yields the accounts of a key in both versions on all supported chains, each as soon as its state arrives. A chain
 * that does not respond neither affects nor delays the others. Records nothing.
 * @param publicKey compressed, lower-case hex
 * @param scope when the scope is aborted, pending cells become `unknown`
 * @param timeoutMs timeout for all chains together
 */
export async function* getAccountsOnAllChains(
  { evm }: Pick<Ports, 'evm'>,
  publicKey: string,
  scope: RequestScope,
  timeoutMs: number,
): AsyncGenerator<AccountCell, void, undefined> {
  // All cells share one signal, which adds only one listener to the caller's signal.
  const soon = childScope(scope, { timeoutMs });
  const open = new Map<number, Promise<{ id: number; cell: AccountCell }>>();
  const accounts = deriveAccounts(publicKey, 0); // Accounts are the same on every chain.
  const waited = () => (scope.signal.aborted ? {} : { waitedMs: timeoutMs });
  for (const chainId of evm.chainIds)
    for (const account of accounts) {
      const id = open.size;
      const read = readCell(evm, chainId, account, soon.scope, waited).then((cell) => ({ id, cell }));
      open.set(id, read);
    }
  try {
    while (open.size > 0) {
      const { id, cell } = await Promise.race(open.values());
      open.delete(id);
      yield cell;
    }
  } finally {
    soon.abort();
  }
}

async function readCell(
  evm: EvmSource,
  chainId: number,
  { version, smartAccountAddress, ...account }: DerivedAccount,
  soon: RequestScope,
  waited: () => { waitedMs?: number },
): Promise<AccountCell> {
  const place = () => ({ chainId, version, smartAccountAddress, at: new Date().toISOString() });
  try {
    const state = await evm.readAccountState(chainId, { ...account, smartAccountAddress }, soon);
    const { isDeployed, reasons: _, ...facts } = state;
    return { ...place(), state: isDeployed ? 'deployed' : 'not-deployed', facts };
  } catch (thrown) {
    if (!isUpstreamUnavailable(thrown)) throw thrown;
    const { reason, message } = thrown;
    return { ...place(), state: 'unknown', reason, message, ...(soon.signal.aborted ? waited() : {}) };
  }
}
