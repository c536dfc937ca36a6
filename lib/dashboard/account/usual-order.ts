import { StreamRefused } from '../json-lines';
import { readAccountView } from '../search-params';
import { shownTokens } from './account-view';
import { nftFacets } from './first-view';
import { type HoldingsState, readHoldings } from './holdings-stream';

/**
 * The addresses of an account's NFTs or tokens as its page lists them when nobody has sorted or searched: reads the
 * account.
 * @throws StreamRefused when not all of the list could be read; whatever `fetch` throws when it breaks off or is aborted
 */
export async function readUsualOrder(
  addressOrName: string,
  chain: number,
  list: 'nfts' | 'tokens',
  signal: AbortSignal,
): Promise<string[]> {
  // Documents, which come later, change no order.
  const enough = new AbortController();
  const until = AbortSignal.any([signal, enough.signal]);
  try {
    let state: HoldingsState | undefined;
    for await (state of readHoldings(addressOrName, chain, until)) if (state.listed) break;
    if (!state?.listed)
      throw new StreamRefused(0, state?.failure?.reason ?? 'broken-off', state?.failure?.message ?? '');
    const view = readAccountView({ tab: list });
    const rows = list === 'nfts' ? nftFacets(state.nfts, view).rows : shownTokens(state.tokens, view).rows;
    return rows.map(({ address }) => address);
  } finally {
    enough.abort();
  }
}
