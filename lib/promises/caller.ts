/** Whom work is done for: a project's call comes before those of the dashboard's visitors (contract §2). */
export type Caller = 'project' | 'visitor';

/** A mark rather than a set of signals: the HTTP server and Next load this file in two bundles of one process. */
const VISITOR = Symbol.for('satchel.visitor');
type Marked = AbortSignal & { [VISITOR]?: true };

/**
 * Marks a signal: what it ends is done for a visitor. A signal goes wherever its work goes, so it tells whose the work
 * is; what is derived from it (`linkedSignal`, `Coalescer`) is marked, too.
 */
export function forVisitor(signal: AbortSignal): AbortSignal {
  (signal as Marked)[VISITOR] = true;
  return signal;
}

/** Whom the work that `signal` ends is done for; a project where nobody said otherwise. */
export const callerOf = (signal: AbortSignal | undefined): Caller =>
  (signal as Marked | undefined)?.[VISITOR] ? 'visitor' : 'project';
