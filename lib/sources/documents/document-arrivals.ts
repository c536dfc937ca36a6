import { PriorityQueue, type QueueLimits } from '@/lib/promises/priority-queue';
import { outOfTime } from '@/lib/solana/holdings-events';
import type { Documents } from './documents';
import type { DocumentOutcome } from './read-document';
import type { Settled } from './settled-document';

/** What became of each URI so far. */
export type Outcomes = Map<string, Settled>;

/** What has arrived is told of this often: soon enough for an eye, seldom enough for ten thousand documents. */
const TELL_MS = 250;
/** The same while something is looked at. */
const TELL_IN_VIEW_MS = 100;
/** More of a host than it is asked at a time, so that none waits for this. What waits longer outlives the young heap. */
const AT_ONCE: QueueLimits = { all: 2_048, each: 96, eachFirst: 96 };
/** What somebody looks at has the machine and the host for itself: its documents for so long at most, then its pictures. */
const ALONE_MS = 1_000;
const PICTURES_MS = 700;
/** Where somebody looks on: few enough that what comes into view, and its images, find a visitor's place at the host. */
const IN_TURN: QueueLimits = { all: 96, each: 32, eachFirst: 48 };

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
  /** What somebody looks at and waits for: when all of it is there, that is told at once. */
  let inView = new Set<string>();
  let soon = false;
  let onSoon = () => {};
  const tellSoon = () => {
    soon = true;
    onSoon();
  };
  const arrived = (uri: string, outcome: DocumentOutcome) => {
    outcomes.set(uri, settle(outcome));
    if (inView.delete(uri) && inView.size === 0) {
      tellSoon();
      work.holdRest(PICTURES_MS);
    }
    if (outcomes.size === total) onAll(true);
  };
  const work = new PriorityQueue(
    (uri) => {
      const read = documents.read(uri);
      reads.add(read);
      return read.outcome.then((outcome) => {
        if (over) return;
        reads.delete(read);
        arrived(uri, outcome);
      });
    },
    followFirst ? IN_TURN : AT_ONCE,
  );
  const take = (uri: string) => {
    if (over || outcomes.has(uri)) return;
    const known = followFirst && documents.known(uri);
    if (known) arrived(uri, known);
    else work.add(uri, documents.hostOf(uri));
  };
  const finished = new Promise<true>((resolve, reject) => {
    onAll = resolve;
    onAbort = () => reject(outOfTime({ step: 'documents', done: outcomes.size, total }, signal.reason));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    if (budgetMs !== undefined) budget = setTimeout(resolve, Math.max(budgetMs, 0), true);
    // What somebody looks at is asked for before the rest is even looked through.
    unfollow = followFirst?.((uris) => {
      for (const uri of uris) take(uri);
      inView = new Set(uris.filter((uri) => !outcomes.has(uri)));
      if (inView.size > 0) work.holdRest(ALONE_MS);
      else if (uris.length > 0) tellSoon();
      work.putFirst(uris);
    });
    const takeRest = () => {
      for (const uri of missing) take(uri);
    };
    work
      .restBegins()
      .then(takeRest)
      .then(() => work.begin(), reject);
  });
  // It may be rejected while the reader of this generator is busy.
  finished.catch(() => undefined);
  const nextTick = () =>
    new Promise<false>((resolve) => {
      onSoon = () => resolve(false);
      tick = setTimeout(resolve, soon ? 0 : inView.size > 0 ? TELL_IN_VIEW_MS : TELL_MS, false);
    });
  try {
    while (!(await Promise.race([finished, nextTick()]))) {
      clearTimeout(tick);
      soon = false;
      if (outcomes.size === told) continue;
      told = outcomes.size;
      yield;
    }
    goesOn = true;
  } finally {
    over = true;
    work.end();
    unfollow?.();
    for (const timer of [tick, budget]) clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    for (const read of reads) read.leave(goesOn);
  }
}
