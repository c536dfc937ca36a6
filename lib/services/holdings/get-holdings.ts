import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { Selection } from '@/lib/solana/selection';
import type { ReadHoldingsOptions } from '@/lib/solana/solana-source';
import type { Ports } from '../ports';

export type HoldingsQuery = {
  owner: SolanaAddress;
  /** Fetch the off-chain documents too. */
  parseMetadataUri: boolean;
  /** The caller sees the warnings of the extended form, so that a failing DAS upstream may be one of them. */
  extended: boolean;
  /** Which items; all by default. */
  selection?: Selection;
  page?: ReadHoldingsOptions['page'];
};

/**
 * Everything that an account holds on a chain, complete or an error.
 * @param scope documents that have not arrived shortly before its deadline are left out
 * @throws UnsupportedChainError, UpstreamUnavailableError; InvalidInputError for a cursor of something else
 */
export function getHoldings(
  { solana }: Pick<Ports, 'solana'>,
  { owner, parseMetadataUri, extended, selection, page }: HoldingsQuery,
  chainId: number,
  scope: RequestScope,
): Promise<ExtendedHoldings> {
  return solana.getHoldings(chainId, owner, {
    parseMetadataUri,
    tolerateDasFailure: extended,
    withoutFacts: !extended,
    ...(selection === undefined ? {} : { selection }),
    ...(page === undefined ? {} : { page }),
    scope,
  });
}
