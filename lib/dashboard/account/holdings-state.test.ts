import { describe, expect, it } from 'vitest';
import { type FirstView, NOTHING_READ } from './first-view';
import {
  applyEvent,
  type HoldingsLine,
  type HoldingsState,
  initialState,
  type PageEvent,
  type StreamFailure,
} from './holdings-state';
import type { NftRow } from './rows';

const row = (name: string, over: Partial<NftRow> = {}): NftRow => ({
  address: name,
  mint: `${name} mint`,
  name,
  symbol: '',
  ...over,
});
const head = (nfts: number) => ({
  address: 'owner',
  lamports: '5',
  slot: 1,
  tokens: 0,
  nfts,
  warnings: [],
  notRead: [],
});
const chunk = (total: number, ...nfts: NftRow[]): HoldingsLine => ({
  type: 'holdings',
  head: head(total),
  tokens: [],
  nfts,
});
const FAILURE: StreamFailure = { reason: 'upstream-unavailable', message: '', retry: true };
const FAILED: HoldingsLine = { type: 'failed', ...FAILURE };
const DONE: HoldingsLine = { type: 'done' };
const BROKEN: HoldingsLine = { type: 'failed', reason: 'broken-off', message: 'gone', retry: false };
const BEGIN: PageEvent = { type: 'begin', isBackground: false };
const QUIET: PageEvent = { type: 'begin', isBackground: true };
const firstView = (over: Partial<FirstView>): FirstView => ({ ...NOTHING_READ, ...over });
const EMPTY = initialState(firstView({}));
/** State of a page whose HTML contains one of the account's three items. */
const FIRST = initialState(firstView({ rows: 'first', head: head(3), nfts: [row('a', { picture: '/a' })] }));
const reduce = (state: HoldingsState, ...events: PageEvent[]): HoldingsState =>
  events.reduce(applyEvent, state);
const names = ({ nfts }: HoldingsState) => nfts.map(({ name }) => name);

describe('a page without rows', () => {
  it('a page without rows shows the node problem from its HTML until the stream starts', () => {
    const trouble = { kind: 'limited', againInMs: 1_000 } as const;
    const state = initialState(firstView({ trouble }));
    expect(state).toMatchObject({ phase: 'streaming', trouble });
    expect(reduce(state, BEGIN).trouble).toEqual(trouble);
    const progress: HoldingsLine = { type: 'progress', step: 'accounts', done: 0, total: 0 };
    expect(reduce(state, BEGIN, progress).trouble).toBeUndefined();
    expect(reduce(state, BEGIN, { type: 'trouble', trouble: null }).trouble).toBeUndefined();
  });

  it('a page without rows shows the progress of the read, and all rows when the last one has arrived', () => {
    const progress: HoldingsLine = { type: 'progress', step: 'assets', done: 1, total: 3 };
    const growing = reduce(EMPTY, BEGIN, progress, chunk(3, row('a'), row('b')));
    expect(growing).toMatchObject({ head: undefined, nfts: [], listed: false, progress: { done: 1 } });
    const listed = reduce(growing, chunk(3, row('c')));
    expect(names(listed)).toEqual(['a', 'b', 'c']);
    expect(listed).toMatchObject({ listed: true, phase: 'streaming' });
  });

  it('a page of an empty account is complete when the stream’s summary of the account has arrived', () => {
    expect(reduce(EMPTY, BEGIN, chunk(0))).toMatchObject({ listed: true, head: head(0) });
  });

  it('if the connection breaks, a page shows no part of the list, and all rows when a retry has read them', () => {
    const broken = reduce(EMPTY, BEGIN, chunk(3, row('a'), row('b')), BROKEN);
    expect(broken).toMatchObject({ phase: 'failed', nfts: [], failure: { reason: 'broken-off' } });
    const again = reduce(broken, BEGIN, chunk(3, row('x')));
    expect(names(again)).toEqual([]);
    expect(again).toMatchObject({ phase: 'streaming', failure: undefined });
    expect(names(reduce(again, chunk(3, row('y'), row('z'))))).toEqual(['x', 'y', 'z']);
  });
});

describe('the rows of a page’s HTML', () => {
  it('for a small account, the rows in the HTML are the complete list', () => {
    const whole = initialState(firstView({ rows: 'all', head: head(1), nfts: [row('a')] }));
    expect(whole).toMatchObject({ phase: 'done', listed: true });
  });

  it('the rows in the HTML stay on the page, with the progress of the read, until the complete list has arrived', () => {
    const progress: HoldingsLine = { type: 'progress', step: 'assets', done: 1, total: 3 };
    const state = reduce(FIRST, BEGIN, progress, chunk(3, row('c'), row('b')));
    expect(names(state)).toEqual(['a']);
    expect(state).toMatchObject({ listed: false, progress: { step: 'assets', done: 1, total: 3 } });
    expect(names(reduce(state, chunk(3, row('a'))))).toEqual(['c', 'b', 'a']);
  });
});

describe('a failed read', () => {
  it('a failed read leaves the rows on the page', () => {
    expect(names(reduce(FIRST, BEGIN, FAILED))).toEqual(['a']);
    expect(reduce(FIRST, BEGIN, FAILED)).toMatchObject({ phase: 'failed', failure: FAILURE });
    expect(names(reduce(FIRST, BEGIN, BROKEN))).toEqual(['a']);
  });

  it('the error of a failed read disappears when the next read starts', () => {
    const state = reduce(FIRST, BEGIN, FAILED, BEGIN);
    expect(state).toMatchObject({ phase: 'streaming', failure: undefined });
  });
});

describe('a background read', () => {
  const listed = reduce(FIRST, BEGIN, chunk(3, row('a'), row('b'), row('c')), DONE);

  it('a background read changes nothing on the page until it is complete', () => {
    const events = [
      QUIET,
      { type: 'trouble', trouble: { kind: 'silent', againInMs: 0 } },
      { type: 'progress', step: 'assets', done: 1, total: 2 },
      chunk(2, row('b'), row('d')),
    ] as const;
    const during = reduce(listed, ...events);
    expect({ ...during, next: undefined }).toEqual(listed);
    const state = reduce(during, DONE);
    expect(names(state)).toEqual(['b', 'd']);
    expect(state).toMatchObject({ phase: 'done', head: head(2), next: undefined });
  });

  it.each([
    ['fails', FAILED, { failure: FAILURE }],
    ['loses its connection', BROKEN, { failure: { reason: 'broken-off' } }],
  ])('a background read that %s keeps the list on the page and reports the failure', (_name, event, said) => {
    const state = reduce(listed, QUIET, chunk(2, row('d')), event);
    expect(state).toMatchObject({ ...said, phase: 'failed', listed: true, nfts: listed.nfts });
  });
});
