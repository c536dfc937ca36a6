import type { RequestScope } from '@/lib/promises/request-scope';
import type { HoldingsWait } from '@/lib/services/holdings-streams/holdings-wait';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { HoldingsProgress } from '@/lib/solana/holdings-events';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { Ports } from '../ports';
import { resolveOwner } from './resolve-owner';

/** The data that is available to a page before the whole account has been listed. */
export type FirstHoldings = {
  address: SolanaAddress;
  /** The holdings, with the metadata documents that have arrived; undefined until the list has arrived. */
  holdings: ExtendedHoldings | undefined;
  /** Whether the list and all metadata documents have arrived. */
  complete: boolean;
  progress: HoldingsProgress;
  /** The node's current problem, if the list has not arrived yet. */
  trouble: UpstreamHealth | undefined;
};

type FirstHoldingsOptions = {
  wait: HoldingsWait;
  /** Whether the page opens a stream next. If so, the listing keeps running for the stream. */
  streamFollows: boolean;
  /** Returns the addresses of the first items on screen, whose metadata documents are fetched first. */
  inViewOf?: (holdings: ExtendedHoldings) => string[];
  /** Scope of the name lookup. Does not limit the listing. */
  scope: RequestScope;
};

/**
 * Starts listing an account, and returns the holdings that arrive within `wait`.
 * @throws InvalidInputError, UnsupportedChainError; UpstreamUnavailableError if the listing fails within `wait`
 */
export async function getFirstHoldings(
  { solana, holdingsStreams }: Pick<Ports, 'solana' | 'holdingsStreams'>,
  addressOrName: string,
  chainId: number,
  { wait, streamFollows, inViewOf, scope }: FirstHoldingsOptions,
): Promise<FirstHoldings> {
  const address = await resolveOwner({ solana }, addressOrName, chainId, scope);
  const read = streamFollows
    ? holdingsStreams.begin(chainId, address)
    : holdingsStreams.fresh(chainId, address);
  if (inViewOf) read.prioritize(inViewOf);
  try {
    await read.wait(wait);
  } catch (thrown) {
    if (!streamFollows || read.holdings === undefined) throw thrown;
    // Return the items that have arrived. The page's stream reports the failure.
  }
  const { holdings, progress } = read;
  const complete = read.isDone && holdings?.warnings.includes('documents-late') === false;
  return {
    address,
    holdings,
    complete,
    progress,
    trouble: holdings === undefined ? solana.trouble(chainId) : undefined,
  };
}
