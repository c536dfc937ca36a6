import type { SolanaAddress } from '@/lib/solana/address/address';
import type { Ports } from '../ports';

/**
 * Somebody looks at these items of an account: while it is being read, their documents are fetched before the rest.
 * Nothing begins, and nothing is said where nothing is being read here.
 * @param items token accounts or asset ids; those that the account does not hold are left out
 */
export function lookAtItems(
  { pageReads }: Pick<Ports, 'pageReads'>,
  owner: SolanaAddress,
  chainId: number,
  items: readonly string[],
): void {
  pageReads.known(chainId, owner)?.inView.look(items);
}
