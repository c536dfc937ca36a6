const FIRST_PAUSE_MS = 1_000;
/** Time between two probes of a paused endpoint, in ms, if no other endpoint is ready. */
const PROBE_MS = 1_000;

export type CircuitBreaker = ReturnType<typeof circuitBreaker>;

/**
 * Stops calls to an upstream or a database that keeps failing; after a pause, allows one call as a probe. Rate limiting
 * does not count as a fault: an endpoint that sends 429 is alive.
 * @param faultsToOpen number of consecutive faults after which the breaker opens
 * @param maxPauseMs longest pause in ms; the first pause is 1 s, and each failed probe doubles it
 */
export function circuitBreaker(
  faultsToOpen: number,
  maxPauseMs: number,
  now: () => number = () => performance.now(),
) {
  let faults = 0;
  let pauseMs = 0;
  let openUntil = 0;
  let probing = false;
  let lastFaultAt = 0;
  const open = () => {
    // Failures of calls that were in flight when the breaker opened must not extend the pause.
    if (openUntil > now()) return;
    pauseMs = pauseMs === 0 ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, maxPauseMs);
    openUntil = now() + pauseMs;
  };
  const fault = (count = 1) => {
    faults += count;
    lastFaultAt = now();
    probing = false;
    if (faults >= faultsToOpen) open();
  };
  return {
    /** Returns the milliseconds until a call is allowed; 0 means now. */
    waitMs: (): number => {
      if (pauseMs === 0) return 0;
      const left = openUntil - now();
      if (left > 0) return left;
      return probing ? 50 : 0;
    },
    /** Returns the milliseconds until a probe is allowed if no other endpoint is ready; at most `waitMs`. */
    probeMs(): number {
      const leftMs = probing ? 50 : Math.max(lastFaultAt + PROBE_MS - now(), 0);
      return Math.min(this.waitMs(), leftMs);
    },
    start: () => {
      if (pauseMs > 0) probing = true;
    },
    success: () => {
      faults = 0;
      pauseMs = 0;
      probing = false;
    },
    fault: () => fault(),
    /** Reports that the endpoint sent no byte before the timeout. Opens the breaker immediately. */
    noResponse: () => fault(faultsToOpen),
    /** Reports an aborted or rate-limited call, which is neither a success nor a fault. */
    neutral: () => {
      probing = false;
    },
  };
}
