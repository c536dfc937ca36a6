import { readLines, StreamRefused } from '../json-lines';
import { readAccountView } from '../search-params';
import { nftFacets } from './first-view';
import { applyEvent, type HoldingsLine, NO_HOLDINGS } from './holdings-state';
import { shownTokens } from './shown-rows';

/**
 * Streams an account's holdings from this server.
 * @throws StreamRefused if the server rejects the request, or the stream ends before its last line
 */
export async function* readHoldings(
  addressOrName: string,
  chain: number,
  signal: AbortSignal,
): AsyncGenerator<HoldingsLine, void, undefined> {
  const url = `/api/holdings/${encodeURIComponent(addressOrName)}?chain=${chain}`;
  let isOver = false;
  for await (const line of readLines<HoldingsLine>(url, signal)) {
    isOver = line.type === 'done' || line.type === 'failed';
    yield line;
  }
  if (!isOver)
    throw new StreamRefused(0, 'broken-off', 'The connection was lost before everything had arrived');
}

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
