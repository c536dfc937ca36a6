import { forEachYielding } from '@/lib/promises/for-each-yielding';
import { type TurnLimits, WorkInTurn } from '@/lib/promises/work-in-turn';
import { outOfTime } from '@/lib/solana/holdings-events';
import type { DocumentOutcome, Documents } from './documents';
import type { Settled } from './settled-document';

/** What became of each URI so far. */
export type Outcomes = Map<string, Settled>;

/** What has arrived is told of this often: soon enough for an eye, seldom enough for ten thousand documents. */
const TELL_MS = 250;
/** More than any host is asked at a time, so that none waits for this; each under way takes some 15 kB. */
const AT_ONCE: TurnLimits = { all: 2_048, each: 512, eachFirst: 512 };
/** Where somebody looks on: few enough that what comes into view, and its images, find a place at the host. */
const IN_TURN: TurnLimits = { all: 96, each: 48, eachFirst: 64 };

type ArrivalOptions = {
  signal: AbortSignal;
  /** Longest to wait, in ms; what is under way then goes on in the background. Undefined: until all are there. */
  budgetMs: number | undefined;
  /** How many documents there are with those that were known before. */
  total: number;
  /** What is kept of an outcome. */
  settle: (outcome: DocumentOutcome) => Settled;
  /** Tells which documents are to come first, now and later; returns what ends it. Without it all are fetched at once. */
  followFirst?: ((putFirst: (uris: readonly string[]) => void) => () => void) | undefined;
};

/**
 * Fetches documents into `outcomes`, and yields whenever some have arrived since. Ends when all are there, or the
 * time for them is over.
 * @throws UpstreamUnavailableError `deadline-exceeded` when the signal is aborted; nothing goes on then
 */
export async function* arrivals(
  documents: Documents,
  missing: readonly string[],
  outcomes: Outcomes,
  { signal, budgetMs, total, settle, followFirst }: ArrivalOptions,
): AsyncGenerator<void, void, undefined> {
  if (missing.length === 0) return;
  const reads = new Set<{ leave: (keep: boolean) => void }>();
  let told = outcomes.size;
  let over = false;
  let goesOn = false;
  let budget: NodeJS.Timeout | undefined;
  let tick: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  let unfollow: (() => void) | undefined;
  let onAll: (value: true) => void = () => {};
  const work = new WorkInTurn(
    (uri) => {
      const read = documents.read(uri, signal);
      reads.add(read);
      return read.outcome.then((outcome) => {
        if (over) return;
        reads.delete(read);
        outcomes.set(uri, settle(outcome));
        if (outcomes.size === total) onAll(true);
      });
    },
    followFirst ? IN_TURN : AT_ONCE,
  );
  const finished = new Promise<true>((resolve, reject) => {
    onAll = resolve;
    onAbort = () => reject(outOfTime({ step: 'documents', done: outcomes.size, total }, signal.reason));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    if (budgetMs !== undefined) budget = setTimeout(resolve, Math.max(budgetMs, 0), true);
    forEachYielding(missing, (uri) => {
      work.add(uri, documents.hostOf(uri));
      if (!followFirst && !over) work.begin();
    })
      .then(() => {
        if (over || !followFirst) return;
        unfollow = followFirst((uris) => work.putFirst(uris));
        work.begin();
      })
      .catch(reject);
  });
  // It may be rejected while the reader of this generator is busy.
  finished.catch(() => undefined);
  const nextTick = () =>
    new Promise<false>((resolve) => {
      tick = setTimeout(resolve, TELL_MS, false);
    });
  try {
    while (!(await Promise.race([finished, nextTick()]))) {
      clearTimeout(tick);
      if (outcomes.size === told) continue;
      told = outcomes.size;
      yield;
    }
    goesOn = true;
  } finally {
    over = true;
    work.end();
    unfollow?.();
    clearTimeout(tick);
    clearTimeout(budget);
    signal.removeEventListener('abort', onAbort);
    for (const read of reads) read.leave(goesOn);
  }
}
