import type { AccountHead, NftRow, TokenRow } from './rows';

export type ProgressStep = 'accounts' | 'assets' | 'documents';

/** What arrived for an item after its row: its place in the list, its picture and its warnings. */
export type LateFields = [index: number, picture: string | null, warnings: string[] | null];

/** A line of the stream that fills an account page (`/api/holdings/…`). */
export type HoldingsEvent =
  | { type: 'progress'; step: ProgressStep; done: number; total: number }
  | { type: 'head'; head: AccountHead }
  | { type: 'tokens'; rows: TokenRow[] }
  | { type: 'nfts'; rows: NftRow[] }
  | { type: 'listed' }
  | { type: 'late-tokens'; fields: LateFields[] }
  | { type: 'late-nfts'; fields: LateFields[] }
  | { type: 'failed'; part: 'listing' | 'documents'; reason: string; message: string; retry: boolean }
  | { type: 'done' };

/** What the stream has told so far. */
export type HoldingsState = {
  head: AccountHead | undefined;
  tokens: TokenRow[];
  nfts: NftRow[];
  /** Every row is here; pictures may still come. */
  listed: boolean;
  phase: 'streaming' | 'done' | 'failed';
  progress: { step: ProgressStep; done: number; total: number } | undefined;
  failure: { part: 'listing' | 'documents'; reason: string; message: string; retry: boolean } | undefined;
};

export const NOTHING_YET: HoldingsState = {
  head: undefined,
  tokens: [],
  nfts: [],
  listed: false,
  phase: 'streaming',
  progress: undefined,
  failure: undefined,
};

/** The state after one more line; the state given is not changed. */
export function afterEvent(state: HoldingsState, event: HoldingsEvent): HoldingsState {
  switch (event.type) {
    case 'progress':
      return { ...state, progress: { step: event.step, done: event.done, total: event.total } };
    case 'head':
      return { ...state, head: event.head };
    case 'tokens':
      return { ...state, tokens: [...state.tokens, ...event.rows] };
    case 'nfts':
      return { ...state, nfts: [...state.nfts, ...event.rows] };
    case 'listed':
      return { ...state, listed: true };
    case 'late-tokens':
      return { ...state, tokens: withLate(state.tokens, event.fields) };
    case 'late-nfts':
      return { ...state, nfts: withLate(state.nfts, event.fields) };
    case 'failed':
      return {
        ...state,
        phase: event.part === 'listing' ? 'failed' : state.phase,
        failure: { part: event.part, reason: event.reason, message: event.message, retry: event.retry },
      };
    case 'done':
      return { ...state, phase: 'done', progress: undefined };
  }
}

function withLate<Row extends { picture?: string; warnings?: string[] }>(
  rows: readonly Row[],
  fields: readonly LateFields[],
): Row[] {
  const next = [...rows];
  for (const [index, picture, warnings] of fields) {
    const row = next[index];
    if (row === undefined) continue;
    next[index] = {
      ...row,
      ...(picture === null ? {} : { picture }),
      ...(warnings === null ? {} : { warnings }),
    };
  }
  return next;
}
