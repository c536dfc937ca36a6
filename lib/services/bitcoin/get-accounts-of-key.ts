import { type DerivedAccount, deriveAccounts } from '@/lib/btc-account/derive-account';
import { UnsupportedChainError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Ports } from '../ports';

/** One account of a key. `isDeployed` is null when the chain could not be asked; `failure` is then what was thrown. */
export type AccountOfKey = { account: DerivedAccount; isDeployed: boolean | null; failure: unknown };

/**
 * The accounts of a key on one chain, in all versions; without the chain's answer the address is given all the same.
 * Records nothing.
 * @param publicKey compressed, lower-case hex
 * @param signal ends the asking of the chain
 * @throws UnsupportedChainError
 */
export async function getAccountsOfKey(
  { evm }: Pick<Ports, 'evm'>,
  publicKey: string,
  chainId: number,
  scope: RequestScope,
): Promise<AccountOfKey[]> {
  if (!evm.chainIds.includes(chainId)) throw new UnsupportedChainError(chainId, evm.chainIds);
  return Promise.all(
    deriveAccounts(publicKey, chainId).map(async (account): Promise<AccountOfKey> => {
      try {
        const isDeployed = await evm.isDeployed(chainId, account.smartAccountAddress, scope);
        return { account, isDeployed, failure: undefined };
      } catch (failure) {
        return { account, isDeployed: null, failure };
      }
    }),
  );
}
