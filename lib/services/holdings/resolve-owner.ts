import { InvalidInputError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import { isSolName, SolanaAddress } from '@/lib/solana/address/address';
import type { Ports } from '../ports';

/**
 * Resolves an account, given as an address or a `.sol` name, to its address.
 * @throws InvalidInputError `invalid-address`, `name-not-found`, `invalid-name`
 * @throws UnsupportedChainError; UpstreamUnavailableError if a name could not be resolved
 */
export async function resolveOwner(
  { solana }: Pick<Ports, 'solana'>,
  addressOrName: string,
  chainId: number,
  scope: RequestScope,
): Promise<SolanaAddress> {
  if (isSolName(addressOrName)) {
    const address = await solana.resolveName(chainId, addressOrName, scope);
    if (address !== null) return address;
    throw new InvalidInputError('name-not-found', `${addressOrName} is not registered on this chain`);
  }
  const read = SolanaAddress.safeParse(addressOrName);
  if (read.success) return read.data;
  throw new InvalidInputError('invalid-address', read.error.issues[0]?.message ?? 'Not a Solana address');
}
