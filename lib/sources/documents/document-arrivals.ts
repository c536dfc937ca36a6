import { forEachYielding } from '@/lib/promises/for-each-yielding';
import { outOfTime } from '@/lib/solana/holdings-events';
import type { DocumentOutcome, Documents } from './documents';

/** What became of each URI so far. */
export type Outcomes = Map<string, DocumentOutcome>;

/** What has arrived is told of this often: soon enough for an eye, seldom enough for ten thousand documents. */
const TELL_MS = 250;

type ArrivalOptions = {
  signal: AbortSignal;
  /** Longest to wait, in ms. What is under way then goes on in the background. */
  budgetMs: number;
  /** How many documents there are with those that were known before. */
  total: number;
  /** What is kept of an outcome: one that there is no room for fails. */
  admit: (outcome: DocumentOutcome) => DocumentOutcome;
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
  { signal, budgetMs, total, admit }: ArrivalOptions,
): AsyncGenerator<void, void, undefined> {
  if (missing.length === 0) return;
  const reads: { leave: (keep: boolean) => void }[] = [];
  let told = outcomes.size;
  let over = false;
  let goesOn = false;
  let budget: NodeJS.Timeout | undefined;
  let tick: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const finished = new Promise<true>((resolve, reject) => {
    onAbort = () => reject(outOfTime({ step: 'documents', done: outcomes.size, total }, signal.reason));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    budget = setTimeout(resolve, Math.max(budgetMs, 0), true);
    forEachYielding(missing, (uri) => {
      if (over) return;
      const read = documents.read(uri, signal);
      reads.push(read);
      void read.outcome.then((outcome) => {
        if (over) return;
        outcomes.set(uri, admit(outcome));
        if (outcomes.size === total) resolve(true);
      });
    }).catch(reject);
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
    clearTimeout(tick);
    clearTimeout(budget);
    signal.removeEventListener('abort', onAbort);
    for (const read of reads) read.leave(goesOn);
  }
}
