import type { HoldingsEvent, HoldingsProgress } from '@/lib/solana/holdings-events';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { AccountTotals, NftRow, TokenRow } from './rows';

/** The rows in a page's HTML: all rows, the first rows of the requested view, or none. */
export type InitialRows = {
  head: AccountTotals | undefined;
  rows: 'all' | 'first' | 'none';
  tokens: TokenRow[];
  nfts: NftRow[];
  /** The node's current problem, if the list has not been read yet. */
  trouble?: UpstreamHealth | undefined;
};

/** Some or all rows of a list. `head` contains the counts of the complete list. */
type RowListing = { head: AccountTotals; tokens: TokenRow[]; nfts: NftRow[] };

/** Why the list could not be read: the read failed, the request was refused, or the connection was lost. */
export type StreamFailure = {
  reason: string;
  message: string;
  /** Whether the page retries by itself. */
  retry: boolean;
  /** The node's problem when the read failed. */
  trouble?: UpstreamHealth;
  /** For a rate limit: seconds after which to retry. */
  retryAfterSeconds?: number | undefined;
};

/**
 * A line of `/api/holdings/ADDRESS`: a holdings event with rows instead of items. A long list is split into
 * several `holdings` lines, which together have as many rows as `head` counts. `failed` is the last line if the list
 * could not be read.
 */
export type HoldingsLine = HoldingsEvent<RowListing> | ({ type: 'failed' } & StreamFailure);

/** An event on an account page: a line of the stream, or a stream that begins. `failed` also ends one that breaks. */
export type PageEvent =
  | HoldingsLine
  /** `isBackground`: the page does not change until the read is complete. */
  | { type: 'begin'; isBackground: boolean };

/** State of the holdings on an account page. */
export type HoldingsState = {
  head: AccountTotals | undefined;
  tokens: TokenRow[];
  nfts: NftRow[];
  /** Whether all rows have arrived. */
  listed: boolean;
  /** Current problem of the node that is being read. */
  trouble: UpstreamHealth | undefined;
  phase: 'streaming' | 'done' | 'failed';
  progress: HoldingsProgress | undefined;
  /** Set if the phase is `failed`. */
  failure: StreamFailure | undefined;
  /** State of a newer read that is running and whose rows are not on the page yet. */
  next: { state: HoldingsState; isBackground: boolean } | undefined;
};

export const NO_HOLDINGS: HoldingsState = {
  head: undefined,
  tokens: [],
  nfts: [],
  listed: false,
  trouble: undefined,
  phase: 'streaming',
  progress: undefined,
  failure: undefined,
  next: undefined,
};

/** Returns the initial state of a page, with the rows in its HTML. */
export function initialState({ head, rows, tokens, nfts, trouble }: InitialRows): HoldingsState {
  const listed = rows === 'all';
  return { ...NO_HOLDINGS, head, tokens, nfts, listed, trouble, phase: listed ? 'done' : 'streaming' };
}

/**
 * Returns the state after an event. Rows stay on the page until a newer read is complete or has failed.
 */
export function applyEvent(state: HoldingsState, event: PageEvent): HoldingsState {
  if (event.type === 'begin') {
    const next = { state: NO_HOLDINGS, isBackground: event.isBackground };
    if (event.isBackground) return { ...state, next };
    return { ...state, phase: 'streaming', progress: undefined, failure: undefined, next };
  }
  if (state.next === undefined) return afterLine(state, event);
  const read = afterLine(state.next.state, event);
  const next = read.phase === 'streaming' ? { ...state.next, state: read } : undefined;
  if (next?.isBackground) return { ...state, next };
  if (read.listed) return read;
  const { phase, progress, trouble, failure } = read;
  return { ...state, phase, progress, trouble, failure, next };
}

function afterLine(state: HoldingsState, event: HoldingsLine): HoldingsState {
  switch (event.type) {
    case 'progress':
      return { ...state, progress: { step: event.step, done: event.done, total: event.total } };
    case 'trouble':
      return { ...state, trouble: event.trouble ?? undefined };
    case 'holdings': {
      const { head } = event;
      const tokens = [...state.tokens, ...event.tokens];
      const nfts = [...state.nfts, ...event.nfts];
      const listed = tokens.length >= head.tokens && nfts.length >= head.nfts;
      return { ...state, head, tokens, nfts, listed, trouble: undefined };
    }
    case 'failed': {
      const { type: _, ...failure } = event;
      return { ...state, trouble: undefined, phase: 'failed', failure };
    }
    case 'done':
      return { ...state, phase: 'done', progress: undefined };
  }
}
