import type { HoldingsWait } from '@/lib/services/holdings-streams/holdings-stream';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ItemListing } from '@/lib/solana/holdings-events';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { Ports } from '../ports';

/** The data that is available to a page before the whole account has been listed. */
export type FirstHoldings = {
  address: SolanaAddress;
  /** The holdings, without documents; undefined until the list has arrived. */
  listing: ItemListing | undefined;
  /** The node's current problem, if the list has not arrived yet. */
  trouble: UpstreamHealth | undefined;
};

/**
 * Starts listing an account, and returns the holdings that arrive within `wait`.
 * @param streamFollows whether the page opens a stream next. If so, the listing keeps running for the stream
 * @throws UnsupportedChainError; UpstreamUnavailableError if the listing fails within `wait`
 */
export async function getFirstHoldings(
  { solana, holdingsStreams }: Pick<Ports, 'solana' | 'holdingsStreams'>,
  address: SolanaAddress,
  chainId: number,
  wait: HoldingsWait,
  streamFollows: boolean,
): Promise<FirstHoldings> {
  const read = streamFollows
    ? holdingsStreams.begin(chainId, address)
    : holdingsStreams.fresh(chainId, address);
  await read.wait(wait);
  const { listing } = read;
  return { address, listing, trouble: listing === undefined ? solana.trouble(chainId) : undefined };
}
