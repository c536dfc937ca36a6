import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { HoldingsProgress } from '@/lib/solana/holdings-events';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { Ports } from '../ports';
import type { HoldingsWait } from './holdings-wait';
import { resolveOwner } from './resolve-owner';

/** What can be shown of an account without waiting for all of it. */
export type FirstHoldings = {
  address: SolanaAddress;
  /** With the documents that have arrived; undefined while the chain is still being read. */
  holdings: ExtendedHoldings | undefined;
  /** Nothing is missing, documents included. */
  complete: boolean;
  progress: HoldingsProgress;
  /** How many items could not be read, where the read failed with part of the account. */
  missing: number | undefined;
  /** What is wrong with the node, where holdings are still waited for. */
  trouble: UpstreamHealth | undefined;
};

type FirstHoldingsOptions = {
  wait: HoldingsWait;
  /** The read goes on for the stream that brings the rest (`watchHoldings`). */
  streamFollows: boolean;
  /** Which items come into view first, by their addresses: their documents are fetched before the rest. */
  inViewOf?: (holdings: ExtendedHoldings) => string[];
  /** Ends the looking up of a name. */
  scope: RequestScope;
};

/**
 * The first view of an account: what is known of it when the wait is over.
 * @throws InvalidInputError, UnsupportedChainError; UpstreamUnavailableError when the read failed within the wait
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
  const trouble = () => solana.trouble(chainId);
  try {
    await read.wait(wait, () => trouble() !== undefined);
  } catch (thrown) {
    if (!streamFollows || read.holdings === undefined) throw thrown;
    // The stream goes on from what there is.
  }
  const { holdings, progress, missing } = read;
  const complete =
    missing === undefined && read.isDone && holdings?.warnings.includes('documents-late') === false;
  return {
    address,
    holdings,
    complete,
    progress,
    missing,
    trouble: holdings === undefined ? trouble() : undefined,
  };
}
