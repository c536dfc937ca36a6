import { type DerivedAccount, deriveAccounts } from '@/lib/btc-account/derive-account';
import { UnsupportedChainError } from '@/lib/errors';
import { pairingOf } from './get-btc-accounts';
import type { Ports } from './ports';

/** One account of a key. `isDeployed` is null when the chain could not be asked; `failure` is then what was thrown. */
export type AccountOfKey = { account: DerivedAccount; isDeployed: boolean | null; failure: unknown };

/**
 * The accounts of a key on one chain, in all versions. What the chain confirmed is recorded; without its answer the
 * address is given all the same.
 * @param publicKey compressed, lower-case hex
 * @param signal ends the asking of the chain
 * @throws UnsupportedChainError
 * @throws UpstreamUnavailableError `store-unavailable`
 */
export async function getAccountsOfKey(
  { evm, btcAccounts }: Pick<Ports, 'evm' | 'btcAccounts'>,
  publicKey: string,
  chainId: number,
  signal: AbortSignal,
): Promise<AccountOfKey[]> {
  if (!evm.chainIds.includes(chainId)) throw new UnsupportedChainError(chainId, evm.chainIds);
  const accounts = await Promise.all(
    deriveAccounts(publicKey, chainId).map(async (account): Promise<AccountOfKey> => {
      try {
        const isDeployed = await evm.isDeployed(chainId, account.smartAccountAddress, signal);
        return { account, isDeployed, failure: undefined };
      } catch (failure) {
        return { account, isDeployed: null, failure };
      }
    }),
  );
  const known = accounts.filter(({ isDeployed }) => isDeployed !== null);
  await btcAccounts.record(known.map(({ account }) => pairingOf(account)));
  return accounts;
}
