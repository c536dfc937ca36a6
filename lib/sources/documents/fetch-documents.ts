import { PriorityQueue, type QueueLimits } from '@/lib/promises/priority-queue';
import { outOfTime } from '@/lib/solana/holdings-events';
import type { Documents } from './documents';
import type { DocumentOutcome } from './read-document';
import type { Settled } from './settled-document';

/** Outcomes of the documents that have arrived, by URI. */
export type DocumentOutcomes = Map<string, Settled>;

/** Time between two reports of arrived documents, in ms. */
const REPORT_MS = 250;
/**
 * Limits for API calls. They are higher than the guarded fetch's own limit per host, so that only that limit applies.
 */
const LIMITS: QueueLimits = { total: 2_048, perHost: 96, urgentPerHost: 96 };
/** Limits for a page. They leave capacity at each host for items that scroll into view, and for their images. */
const VIEWER_LIMITS: QueueLimits = { total: 96, perHost: 32, urgentPerHost: 48 };
/**
 * How long fetches of off-screen documents pause, in ms: when documents come into view, and again when the last of those
 * has arrived, so that its images load first.
 */
const FOREGROUND_MS = 1_000;

type ArrivalOptions = {
  signal: AbortSignal;
  /** Longest wait, in ms. Fetches in flight then continue in the background. Undefined means no limit. */
  budgetMs: number | undefined;
  /** Number of documents, including those that are already in `outcomes`. */
  total: number;
  /** Reduces an outcome to the parts that are kept. */
  settle: (outcome: DocumentOutcome) => Settled;
  /**
   * Calls `prioritize` with the documents in view, now and whenever they change; returns a function that unsubscribes.
   */
  followView?: ((prioritize: (uris: readonly string[]) => void) => () => void) | undefined;
};

/**
 * Fetches documents into `outcomes` and yields whenever more have arrived. Ends when all have arrived or after
 * `budgetMs`.
 * @throws UpstreamUnavailableError `deadline-exceeded` when the signal is aborted, which also aborts all fetches
 */
export async function* fetchDocuments(
  documents: Documents,
  missing: readonly string[],
  outcomes: DocumentOutcomes,
  { signal, budgetMs, total, settle, followView }: ArrivalOptions,
): AsyncGenerator<void, void, undefined> {
  if (missing.length === 0) return;
  const reads = new Set<{ leave: (keep: boolean) => void }>();
  let reported = outcomes.size;
  let over = false;
  let completed = false;
  let budget: NodeJS.Timeout | undefined;
  let tick: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  let unfollow: (() => void) | undefined;
  let onAll: (value: true) => void = () => {};
  /** URIs of documents in view that have not arrived. The consumer is notified as soon as the last one arrives. */
  let inView = new Set<string>();
  let soon = false;
  let onSoon = () => {};
  const reportSoon = () => {
    soon = true;
    onSoon();
  };
  const arrived = (uri: string, outcome: DocumentOutcome) => {
    outcomes.set(uri, settle(outcome));
    if (inView.delete(uri) && inView.size === 0) {
      reportSoon();
      queue.pauseBackground(FOREGROUND_MS);
    }
    if (outcomes.size === total) onAll(true);
  };
  const queue = new PriorityQueue(
    (uri) => {
      const read = documents.read(uri);
      reads.add(read);
      return read.outcome.then((outcome) => {
        if (over) return;
        reads.delete(read);
        arrived(uri, outcome);
      });
    },
    followView ? VIEWER_LIMITS : LIMITS,
  );
  const take = (uri: string) => {
    if (over || outcomes.has(uri)) return;
    const known = followView && documents.known(uri);
    if (known) arrived(uri, known);
    else queue.add(uri, documents.hostOf(uri));
  };
  const finished = new Promise<true>((resolve, reject) => {
    onAll = resolve;
    onAbort = () => reject(outOfTime({ step: 'documents', done: outcomes.size, total }, signal.reason));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    if (budgetMs !== undefined) budget = setTimeout(resolve, Math.max(budgetMs, 0), true);
    unfollow = followView?.((uris) => {
      for (const uri of uris) take(uri);
      inView = new Set(uris.filter((uri) => !outcomes.has(uri)));
      if (inView.size > 0) queue.pauseBackground(FOREGROUND_MS);
      else if (uris.length > 0) reportSoon();
      queue.prioritize(uris);
    });
    for (const uri of missing) take(uri);
  });
  // Avoid an unhandled rejection while the consumer of this generator is busy.
  finished.catch(() => undefined);
  const nextTick = () =>
    new Promise<false>((resolve) => {
      onSoon = () => resolve(false);
      tick = setTimeout(resolve, soon ? 0 : REPORT_MS, false);
    });
  try {
    while (!(await Promise.race([finished, nextTick()]))) {
      clearTimeout(tick);
      soon = false;
      if (outcomes.size === reported) continue;
      reported = outcomes.size;
      yield;
    }
    completed = true;
  } finally {
    over = true;
    queue.end();
    unfollow?.();
    for (const timer of [tick, budget]) clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    for (const read of reads) read.leave(completed);
  }
}
