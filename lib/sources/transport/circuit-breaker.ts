/** Consecutive faults after which an endpoint is left alone for a while. */
const FAULTS_TO_OPEN = 10;
const FIRST_PAUSE_MS = 1_000;
/** Longest time that an endpoint is left alone for, also if its Retry-After asks for more. */
export const LONGEST_PAUSE_MS = 30_000;

/**
 * Leaves an endpoint that keeps failing alone for a while, then lets one call try. Rate limiting does not count:
 * an endpoint that says 429 is alive.
 */
export function circuitBreaker(now: () => number = () => performance.now()) {
  let faults = 0;
  let pauseMs = 0;
  let openUntil = 0;
  let probing = false;
  const open = () => {
    // Failures of calls that were in flight when it opened do not count again.
    if (openUntil > now()) return;
    pauseMs = pauseMs === 0 ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    openUntil = now() + pauseMs;
  };
  return {
    /** Milliseconds until a call may go; 0 is now. */
    waitMs: (): number => {
      if (pauseMs === 0) return 0;
      const left = openUntil - now();
      if (left > 0) return left;
      return probing ? 50 : 0;
    },
    start: () => {
      if (pauseMs > 0) probing = true;
    },
    success: () => {
      faults = 0;
      pauseMs = 0;
      probing = false;
    },
    fault: () => {
      faults += 1;
      probing = false;
      if (faults >= FAULTS_TO_OPEN) open();
    },
    /** It sent no byte until another endpoint was called: opens at once. */
    silence: () => {
      faults = FAULTS_TO_OPEN;
      probing = false;
      open();
    },
    /** A call that says nothing about the endpoint: aborted, limited. */
    neutral: () => {
      probing = false;
    },
  };
}
