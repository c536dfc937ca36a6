import { UpstreamUnavailableError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Batch } from './batch';
import type { HedgedCalls } from './hedged-calls';
import type { HttpEndpoint } from './http-endpoint';
import { pause } from './pause';
import type { CallParams } from './transport-type';
import { deadlineExceeded, EndpointFault, isOverloaded, mayPass, UpstreamCallError } from './upstream-errors';

const LONGEST_BACKOFF_MS = 5_000;
/** Longest pause of circuit breakers that a call sits out. */
const PATIENCE_MS = 2_000;

/** An endpoint of the list, with its place there; `waitMs` until it may be asked, 0 is now. */
type Candidate = { endpoint: HttpEndpoint; index: number; waitMs: number };

/** How often and for how long a call is tried. */
type RetryLimits = {
  /** Attempts over all endpoints. */
  maxAttempts: number;
  /** First step of the exponential backoff. */
  backoffMs: number;
  /** Time after the start of the call in which an endpoint may be retried. */
  retryMs: number;
};

/** One call over all endpoints: attempts, in order and with pauses, until one is answered or none is worth more. */
export class FailoverCall {
  /** Attempts made at each endpoint. */
  private readonly tries: number[];
  /** Endpoints that will not serve this call. */
  private readonly refused = new Set<number>();
  private attempts = 0;
  private lastFailure: unknown;
  /** Whether the last failure said "later". */
  private limited = false;
  private readonly startedAt = performance.now();

  /** @param anotherFirst begins with the second endpoint */
  constructor(
    private readonly endpoints: readonly HttpEndpoint[],
    private readonly calls: HedgedCalls,
    private readonly limits: RetryLimits,
    private readonly anotherFirst = false,
  ) {
    this.tries = endpoints.map(() => 0);
  }

  /**
   * The call's `result`. To be run once.
   * @throws UpstreamCallError when the upstream itself says no; UpstreamUnavailableError when no usable answer came
   * or the signal was aborted; OverloadedError when there was no room for the answer
   */
  async run(method: string, params: CallParams | Batch, scope: RequestScope): Promise<unknown> {
    while (this.attempts < this.limits.maxAttempts) {
      if (scope.signal.aborted) throw deadlineExceeded(scope.signal);
      const open = this.openEndpoints();
      if (open.length === 0) break;
      const ready = this.leastTried(open);
      if (ready === undefined) {
        const waitMs = Math.min(...open.map((each) => each.waitMs));
        if (waitMs > this.patienceMs() || !this.mayRetryIn(waitMs)) break;
        await pause(waitMs, scope.signal);
        continue;
      }
      if (!(await this.backOff(ready.index, scope))) break;
      // Meanwhile another call may have begun to try an endpoint that was left alone.
      if (ready.endpoint.waitMs() > 0) continue;
      try {
        return await this.calls.call(ready.endpoint, method, params, scope);
      } catch (thrown) {
        if (scope.signal.aborted) throw deadlineExceeded(scope.signal);
        if (isOverloaded(thrown)) throw thrown;
        this.noteFailure(ready.index, thrown);
      }
    }
    throw this.failure(method);
  }

  private openEndpoints(): Candidate[] {
    return this.endpoints.flatMap((endpoint, index) =>
      this.refused.has(index) ? [] : [{ endpoint, index, waitMs: endpoint.waitMs() }],
    );
  }

  /** The least tried first, in the configured order: failover, then another round. */
  private leastTried(open: readonly Candidate[]): Candidate | undefined {
    return open
      .filter(({ waitMs }) => waitMs === 0)
      .sort(
        (a, b) => (this.tries[a.index] ?? 0) - (this.tries[b.index] ?? 0) || this.place(a) - this.place(b),
      )[0];
  }

  /** Place of an endpoint in the order of this call. */
  private place({ index }: Candidate): number {
    return this.anotherFirst && index === 0 ? this.endpoints.length : index;
  }

  /** How long the call waits for endpoints that are all left alone. */
  private patienceMs(): number {
    // The last one said when to come back: then that is when.
    if (this.limited) return Number.POSITIVE_INFINITY;
    // One that has failed this very call may be back soon.
    return this.lastFailure === undefined ? PATIENCE_MS : LONGEST_BACKOFF_MS;
  }

  /** Whether an attempt that starts in `ms` milliseconds is within the time for retries. */
  private mayRetryIn(ms: number): boolean {
    return performance.now() - this.startedAt + ms <= this.limits.retryMs;
  }

  /**
   * Counts an attempt; before a second one at the same endpoint, waits with full jitter.
   * @returns false when there is no time for that attempt
   */
  private async backOff(index: number, scope: RequestScope): Promise<boolean> {
    const round = this.tries[index] ?? 0;
    if (round > 0) {
      const step = (this.limited ? 5 : 1) * this.limits.backoffMs * 2 ** round;
      const ms = Math.random() * Math.min(LONGEST_BACKOFF_MS, step);
      if (!this.mayRetryIn(ms)) return false;
      this.endpoints[index]?.noteNextTry(ms);
      await pause(ms, scope.signal);
    }
    this.tries[index] = round + 1;
    return true;
  }

  private noteFailure(index: number, thrown: unknown): void {
    this.lastFailure = thrown;
    // A node that says "later" is alive: worth twice the patience.
    this.limited = thrown instanceof EndpointFault && (thrown.kind === 'limited' || thrown.retryAfterMs > 0);
    this.attempts += this.limited ? 0.5 : 1;
    if (isRefusal(thrown)) this.refused.add(index);
  }

  private failure(method: string): Error {
    const last = this.lastFailure;
    // What the upstream itself says is for the adapter to judge, such as a limit of keys.
    if (last instanceof UpstreamCallError && isRefusal(last)) return last;
    return new UpstreamUnavailableError(
      'upstream-unavailable',
      'The node gave no usable answer, although it was asked repeatedly',
      { method },
      last,
    );
  }
}

/** Whether the same endpoint would only say the same again. */
function isRefusal(thrown: unknown): boolean {
  if (thrown instanceof UpstreamCallError) return !mayPass(thrown);
  return !(thrown instanceof EndpointFault) || thrown.kind === 'refused';
}
