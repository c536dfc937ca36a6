import type { RequestScope } from '@/lib/promises/request-scope';
import type { HoldingsWait } from '@/lib/services/holdings-streams/holdings-stream';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ClosableAccounts } from '@/lib/solana/assemble-holdings';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { HoldingsProgress, TokenUris } from '@/lib/solana/holdings-events';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { Ports } from '../ports';
import { resolveOwner } from './resolve-owner';

/** The data that is available to a page before the whole account has been listed. */
export type FirstHoldings = {
  address: SolanaAddress;
  /** The holdings, without documents; undefined until the list has arrived. */
  holdings: ExtendedHoldings | undefined;
  tokenUris: TokenUris;
  closable: ClosableAccounts | undefined;
  progress: HoldingsProgress;
  /** The node's current problem, if the list has not arrived yet. */
  trouble: UpstreamHealth | undefined;
};

type FirstHoldingsOptions = {
  wait: HoldingsWait;
  /** Whether the page opens a stream next. If so, the listing keeps running for the stream. */
  streamFollows: boolean;
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
  { wait, streamFollows, scope }: FirstHoldingsOptions,
): Promise<FirstHoldings> {
  const address = await resolveOwner({ solana }, addressOrName, chainId, scope);
  const read = streamFollows
    ? holdingsStreams.begin(chainId, address)
    : holdingsStreams.fresh(chainId, address);
  await read.wait(wait);
  const { listing, progress } = read;
  const { holdings, tokenUris = new Map(), closable } = listing ?? {};
  return {
    address,
    holdings,
    tokenUris,
    closable,
    progress,
    trouble: holdings === undefined ? solana.trouble(chainId) : undefined,
  };
}
