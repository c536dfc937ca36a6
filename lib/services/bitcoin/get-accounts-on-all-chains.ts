import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { type DerivedAccount, deriveAccounts } from '@/lib/btc-account/derive-account';
import type { AccountState } from '@/lib/evm/account-state';
import type { EvmSource } from '@/lib/evm/evm-source';
import type { Ports } from '../ports';

/** What a chain has for an account, besides the account; see `AccountState`. */
export type AccountFacts = Pick<AccountState, 'factory' | 'entryPoint' | 'factoryAgrees' | 'balance'>;

/** One version of a key's account on one chain; `unknown` says why in a stable word and a sentence. */
export type AccountCell = { chainId: number; version: AccountVersion; smartAccountAddress: string } & (
  | { state: 'deployed' | 'not-deployed'; facts: AccountFacts }
  | { state: 'unknown'; reason: string; message: string }
);

/**
 * One key on all served chains, in both versions, each cell as soon as it is known and by itself: a chain that
 * does not answer spoils no other. Records nothing.
 * @param publicKey compressed, lower-case hex
 * @param signal ends the asking; cells still open come out `unknown`
 */
export async function* getAccountsOnAllChains(
  { evm }: Pick<Ports, 'evm'>,
  publicKey: string,
  signal: AbortSignal,
): AsyncGenerator<AccountCell, void, undefined> {
  const open = new Map<number, Promise<{ id: number; cell: AccountCell }>>();
  const accounts = deriveAccounts(publicKey, 0); // the same on every chain
  for (const chainId of evm.chainIds)
    for (const account of accounts) {
      const id = open.size;
      const cell = askCell(evm, chainId, account, signal);
      open.set(
        id,
        cell.then((value) => ({ id, cell: value })),
      );
    }
  while (open.size > 0) {
    const { id, cell } = await Promise.race(open.values());
    open.delete(id);
    yield cell;
  }
}

async function askCell(
  evm: EvmSource,
  chainId: number,
  account: DerivedAccount,
  signal: AbortSignal,
): Promise<AccountCell> {
  const { version, smartAccountAddress } = account;
  try {
    const state = await evm.readAccountState(chainId, account, signal);
    const { isDeployed, factory, entryPoint, factoryAgrees, balance } = state;
    const facts = { factory, entryPoint, factoryAgrees, balance };
    return { chainId, version, smartAccountAddress, state: isDeployed ? 'deployed' : 'not-deployed', facts };
  } catch (thrown) {
    const { name, reason = 'unavailable', message } = thrown as Error & { reason?: string };
    if (name !== 'UpstreamUnavailableError') throw thrown;
    return { chainId, version, smartAccountAddress, state: 'unknown', reason, message };
  }
}
