import type { RequestScope } from '@/lib/promises/request-scope';
import type { HoldingsEvent } from '@/lib/solana/holdings-events';
import type { Ports } from '../ports';
import { resolveOwner } from './resolve-owner';

/**
 * What an account holds, with its documents, told while it is read: the read that a page has just begun, where there
 * is one. Leaving the loop, or aborting the signal, ends the work unless others follow it.
 * @throws InvalidInputError, UnsupportedChainError, UpstreamUnavailableError
 */
export async function* watchHoldings(
  { solana, holdingsStreams }: Pick<Ports, 'solana' | 'holdingsStreams'>,
  addressOrName: string,
  chainId: number,
  scope: RequestScope,
): AsyncGenerator<HoldingsEvent, void, undefined> {
  const owner = await resolveOwner({ solana }, addressOrName, chainId, scope);
  yield* holdingsStreams.resume(chainId, owner).events(scope.signal);
}
