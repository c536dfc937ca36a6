import type { RequestScope } from '@/lib/promises/request-scope';
import type { HoldingsEvent } from '@/lib/solana/holdings-events';
import type { Ports } from '../ports';
import { resolveOwner } from './resolve-owner';

/**
 * Streams an account's holdings and their documents, continuing the read that a page has just begun, if any. Leaving
 * the loop or aborting the signal stops the read, unless it has other subscribers.
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
