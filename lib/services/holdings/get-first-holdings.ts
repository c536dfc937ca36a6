import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { HoldingsProgress } from '@/lib/solana/holdings-events';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { Ports } from '../ports';
import type { HoldingsWait } from './holdings-wait';
import { resolveOwner } from './resolve-owner';

/** What a page can show before all of the account has been read. */
export type FirstHoldings = {
  address: SolanaAddress;
  /** With the documents that have arrived; undefined until the list is read. */
  holdings: ExtendedHoldings | undefined;
  /** Whether everything has arrived, including documents. */
  complete: boolean;
  progress: HoldingsProgress;
  /** How many items are missing, if the read failed after reading part of the account. */
  missing: number | undefined;
  /** The node's trouble, if the list is not read yet. */
  trouble: UpstreamHealth | undefined;
};

type FirstHoldingsOptions = {
  wait: HoldingsWait;
  /** Keep the read for the stream that the page opens next. */
  streamFollows: boolean;
  /** Addresses of the first items on screen; their documents are fetched before the others. */
  inViewOf?: (holdings: ExtendedHoldings) => string[];
  /** Limits the lookup of a name. */
  scope: RequestScope;
};

/**
 * Reads the first view of an account: what has arrived when the wait is over.
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
  try {
    await read.wait(wait);
  } catch (thrown) {
    if (!streamFollows || read.holdings === undefined) throw thrown;
    // The stream continues from here.
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
    trouble: holdings === undefined ? solana.trouble(chainId) : undefined,
  };
}
