import { StreamRefused } from '../json-lines';
import { readAccountView } from '../search-params';
import { nftFacets } from './first-view';
import { applyEvent, NO_HOLDINGS } from './holdings-state';
import { readHoldings } from './read-holdings';
import { shownTokens } from './shown-rows';

/**
 * Reads an account and returns the addresses of its NFTs or tokens in the default order of its page.
 * @throws StreamRefused if the list could not be read completely; the errors of `fetch`
 */
export async function readDefaultOrder(
  addressOrName: string,
  chain: number,
  list: 'nfts' | 'tokens',
  signal: AbortSignal,
): Promise<string[]> {
  // Stop the stream before the documents, which do not affect the order.
  const enough = new AbortController();
  const until = AbortSignal.any([signal, enough.signal]);
  try {
    let state = NO_HOLDINGS;
    for await (const line of readHoldings(addressOrName, chain, until)) {
      state = applyEvent(state, line);
      if (state.listed) break;
    }
    if (!state.listed)
      throw new StreamRefused(0, state.failure?.reason ?? 'broken-off', state.failure?.message ?? '');
    const view = readAccountView({ tab: list });
    const rows = list === 'nfts' ? nftFacets(state.nfts, view).rows : shownTokens(state.tokens, view).all;
    return rows.map(({ address }) => address);
  } finally {
    enough.abort();
  }
}
