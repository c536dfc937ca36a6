import type { HoldingsProgress } from '@/lib/solana/holdings-events';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import { readLines, StreamRefused } from '../json-lines';
import type { AccountHead, NftRow, TokenRow } from './rows';

/**
 * What became of an item's document after its row: its place in the list, its image, and all its warnings, in place of
 * those that the row had. Nothing more comes for it.
 */
export type LateFields = [index: number, image: string | null, warnings: string[] | null];

/** What could not be read, and why. */
export type StreamFailure = {
  part: 'listing' | 'documents';
  reason: string;
  message: string;
  retry: boolean;
  /** What was wrong with the node then, and how long it wants to be left alone. */
  trouble?: UpstreamHealth;
};

/**
 * A line of `/api/holdings/ADDRESS`, the wire form of an account's holdings as they are read (`holdingsLines` writes
 * it): progress, and what is wrong with the node, at any time; head, rows and `listed`; then late fields, as often as
 * documents arrive; `done`. `failed` in part `listing` is the last line, with `part` in place of `listed` where some
 * items had been read; in part `documents` the rows stand as they are.
 */
export type HoldingsLine =
  | ({ type: 'progress' } & HoldingsProgress)
  | { type: 'head'; head: AccountHead }
  | { type: 'tokens'; rows: TokenRow[] }
  | { type: 'nfts'; rows: NftRow[] }
  | { type: 'trouble'; trouble: UpstreamHealth | null }
  | { type: 'listed' }
  | { type: 'part' }
  | { type: 'late-tokens'; fields: LateFields[] }
  | { type: 'late-nfts'; fields: LateFields[] }
  | ({ type: 'failed' } & StreamFailure)
  | { type: 'done' };

/** What the stream has told so far. */
export type HoldingsState = {
  head: AccountHead | undefined;
  tokens: TokenRow[];
  nfts: NftRow[];
  /** Every row is here; images may still come. */
  listed: boolean;
  /** Some rows are here, and no others will come: the reading failed. */
  part: boolean;
  /** What is wrong with the node that is waited for. */
  trouble: UpstreamHealth | undefined;
  phase: 'streaming' | 'done' | 'failed';
  progress: HoldingsProgress | undefined;
  failure: StreamFailure | undefined;
};

export const NOTHING_YET: HoldingsState = {
  head: undefined,
  tokens: [],
  nfts: [],
  listed: false,
  part: false,
  trouble: undefined,
  phase: 'streaming',
  progress: undefined,
  failure: undefined,
};

/**
 * Reads an account's holdings from this server: the state after each line.
 * @throws StreamRefused when the server refuses, or the connection ends before everything was told
 */
export async function* readHoldings(
  addressOrName: string,
  chain: number,
  signal: AbortSignal,
): AsyncGenerator<HoldingsState, void, undefined> {
  const url = `/api/holdings/${encodeURIComponent(addressOrName)}?chain=${chain}`;
  let state = NOTHING_YET;
  for await (const line of readLines<HoldingsLine>(url, signal)) {
    state = afterLine(state, line);
    yield state;
  }
  if (state.phase === 'streaming')
    throw new StreamRefused(0, 'broken-off', 'The connection broke off before everything had arrived');
}

/** The state after one more line; the state given is not changed. */
function afterLine(state: HoldingsState, line: HoldingsLine): HoldingsState {
  switch (line.type) {
    case 'progress':
      return { ...state, progress: { step: line.step, done: line.done, total: line.total } };
    case 'head':
      return { ...state, head: line.head };
    case 'tokens':
      return { ...state, tokens: [...state.tokens, ...line.rows] };
    case 'nfts':
      return { ...state, nfts: [...state.nfts, ...line.rows] };
    case 'trouble':
      return { ...state, trouble: line.trouble ?? undefined };
    case 'listed':
      return { ...state, listed: true, trouble: undefined };
    case 'part':
      return { ...state, part: true };
    case 'late-tokens':
      return { ...state, tokens: withLate(state.tokens, line.fields) };
    case 'late-nfts':
      return { ...state, nfts: withLate(state.nfts, line.fields) };
    case 'failed':
      return {
        ...state,
        trouble: undefined,
        phase: line.part === 'listing' ? 'failed' : state.phase,
        failure: failureOf(line),
      };
    case 'done':
      return { ...state, phase: 'done', progress: undefined };
  }
}

function failureOf({ part, reason, message, retry, trouble }: StreamFailure): StreamFailure {
  return { part, reason, message, retry, ...(trouble === undefined ? {} : { trouble }) };
}

function withLate<Row extends { picture?: string; settled?: true; warnings?: string[] }>(
  rows: readonly Row[],
  fields: readonly LateFields[],
): Row[] {
  const next = [...rows];
  for (const [index, image, warnings] of fields) {
    const before = next[index];
    if (before === undefined) continue;
    const row: Row = { ...before, settled: true };
    if (image !== null) row.picture = image;
    if (warnings === null) delete row.warnings;
    else row.warnings = warnings;
    next[index] = row;
  }
  return next;
}
