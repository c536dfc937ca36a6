import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { HoldingsProgress } from '@/lib/solana/holdings-events';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { Ports } from '../ports';
import type { HoldingsWait } from './holdings-wait';
import { resolveOwner } from './resolve-owner';

/** What a page can show before the whole account has been read. */
export type FirstHoldings = {
  address: SolanaAddress;
  /** The holdings, with the documents that have arrived; undefined until the list has been read. */
  holdings: ExtendedHoldings | undefined;
  /** Whether everything has arrived, including documents. */
  complete: boolean;
  progress: HoldingsProgress;
  /** Number of missing items, if the read failed after reading part of the account. */
  missing: number | undefined;
  /** The node's trouble, if the list has not been read yet. */
  trouble: UpstreamHealth | undefined;
};

type FirstHoldingsOptions = {
  wait: HoldingsWait;
  /** Whether to keep the read for the stream that the page opens next. */
  streamFollows: boolean;
  /** Returns the addresses of the first items on screen, whose documents are fetched before the others. */
  inViewOf?: (holdings: ExtendedHoldings) => string[];
  /** Limits the look-up of a name. */
  scope: RequestScope;
};

/**
 * Reads the first view of an account: what has arrived by the end of the wait.
 * @throws InvalidInputError, UnsupportedChainError; UpstreamUnavailableError if the read fails during the wait
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
