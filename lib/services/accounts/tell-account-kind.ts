import type { RequestScope } from '@/lib/promises/request-scope';
import type { AccountReading } from '@/lib/solana/account-kind/account-reading';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { Ports } from '../ports';

/**
 * What an address leads to on a chain: a wallet, a mint, a token account, a program, nothing…
 * @param signal ends the reading
 * @throws UnsupportedChainError, UpstreamUnavailableError
 */
export function tellAccountKind(
  { solana }: Pick<Ports, 'solana'>,
  address: SolanaAddress,
  chainId: number,
  scope: RequestScope,
): Promise<AccountReading> {
  return solana.readAccountKind(chainId, address, scope);
}
