import type { ByteBudget } from '@/lib/promises/byte-budget';
import { MemoryReservation } from '@/lib/promises/byte-budget';
import { circuitBreaker } from '@/lib/promises/circuit-breaker';
import type { RequestScope } from '@/lib/promises/request-scope';
import { type Pace, Pacer } from '@/lib/promises/semaphore';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { StartSpan } from '@/lib/trace/span';
import { traceHeaders } from '@/lib/trace/trace-context';
import { AdaptiveConcurrencyLimit } from './adaptive-concurrency-limit';
import { EndpointHealth } from './endpoint-health';
import { HttpClient } from './http-client';
import type { EndpointRequest } from './rpc-request';
import { asFault, EndpointFault, type Fault, statusOf, UpstreamCallError } from './upstream-errors';

/** One attempt, as reported to the metrics. `endpoint` is a label, never an address. */
export type UpstreamCall = { endpoint: string; method: string; outcome: string; ms: number };

/** A change of an endpoint's state. `endpoint` is a label, never an address. */
export type EndpointChange =
  | { endpoint: string; isPaused: true; reason: string; pauseMs: number }
  | { endpoint: string; isPaused: false; pausedMs: number };

export type EndpointOptions = {
  url: string;
  /** Endpoint name used in metrics. */
  label: string;
  /** Maximum number of calls in flight. */
  concurrency: number;
  /** Timeout of one attempt, from sending to the last byte, in ms. */
  timeoutMs: number;
  maxBytes: number;
  /** Memory budget shared by all calls in flight. Long responses reserve memory while they arrive and are parsed. */
  memory?: ByteBudget | undefined;
  pace?: Pace | undefined;
  onCall?: ((call: UpstreamCall) => void) | undefined;
  /** Called when the endpoint is paused for at least `MIN_REPORTED_MS`, and when it has recovered. */
  onChange?: ((change: EndpointChange) => void) | undefined;
  /** Records a span for each attempt that is part of a trace. */
  startSpan?: StartSpan | undefined;
};

/** Number of consecutive faults after which an endpoint is paused. */
const FAULTS_TO_OPEN = 10;
/** Longest pause of an endpoint, in ms, even if its Retry-After is longer. */
const MAX_PAUSE_MS = 30_000;
/** Shortest pause that is reported, in ms. */
const MIN_REPORTED_MS = 1_000;
/** Pause after a 429 without Retry-After, in ms: rates are usually limited per second. */
const UNNAMED_PAUSE_MS = 1_000;

let lastId = 0;

/** One upstream address, with its connections, its pace and its circuit breaker. */
export class HttpEndpoint {
  /** Name in metrics and logs; never an address. */
  readonly label: string;
  /** Outcome of the last failed attempt since the last success. */
  lastFault: string | undefined;
  private readonly client: HttpClient;
  private readonly inFlight: AdaptiveConcurrencyLimit;
  private readonly breaker = circuitBreaker(FAULTS_TO_OPEN, MAX_PAUSE_MS);
  private readonly pacer: Pacer | undefined;
  /** End of the pause that a Retry-After caused, at most `MAX_PAUSE_MS` after the response. */
  private limitedUntil = 0;
  /** When the last Retry-After ends. */
  private retryAfterUntil = 0;
  /** When the Retry-After of the last 429 ends, which may be after the pause. */
  private rateLimitedUntil = 0;
  private readonly health: EndpointHealth;
  /** When the reported pause began. */
  private pausedAt: number | undefined;

  constructor(private readonly options: EndpointOptions) {
    this.label = options.label;
    this.client = new HttpClient(options.url, options.concurrency);
    this.inFlight = new AdaptiveConcurrencyLimit(options.concurrency);
    this.health = new EndpointHealth(options.timeoutMs);
    this.pacer = options.pace === undefined ? undefined : new Pacer(options.pace);
  }

  /**
   * Returns the milliseconds until this endpoint may be called; 0 means now.
   * @param deadlineAt the call's deadline: a Retry-After that ends earlier counts in full
   */
  waitMs(deadlineAt = 0): number {
    return Math.max(this.breaker.waitMs(), this.retryAfterMs(deadlineAt), 0);
  }

  /** Returns the milliseconds until this endpoint may be called if no other is ready; at most `waitMs`. */
  probeMs(deadlineAt = 0): number {
    return Math.max(this.breaker.probeMs(), this.retryAfterMs(deadlineAt), 0);
  }

  /** Returns the milliseconds until the Retry-After of the last 429 ends; 0 if the endpoint is not rate-limiting. */
  rateLimitMs(): number {
    return Math.max(this.rateLimitedUntil - performance.now(), 0);
  }

  /** Returns the endpoint's current problem; undefined if it is healthy. */
  trouble(): UpstreamHealth | undefined {
    // Shown only if every endpoint has a problem, so that this one is probed.
    return this.health.now(this.probeMs());
  }

  /** Records the pause before the endpoint's next attempt. */
  noteNextTry(inMs: number): void {
    this.health.retryPlanned(inMs);
  }

  /** Closes every connection, including those in use. */
  close(): Promise<void> {
    return this.client.close();
  }

  /**
   * Makes one attempt at one call.
   * @param isProbe whether no other endpoint is ready, so that a paused one is called too
   * @param firstByteMs timeout for the first byte; by default the timeout of the attempt
   * @returns the `result`, or the outcomes of a batch in order; undefined if nothing was sent because the endpoint
   * failed while this call was queued
   * @throws UpstreamCallError, EndpointFault, or the error of a request whose signal was aborted
   */
  async call(
    request: EndpointRequest,
    scope: RequestScope,
    isProbe: boolean,
    firstByteMs?: number,
  ): Promise<{ result: unknown } | undefined> {
    const { method } = request;
    await this.pacer?.waitForStart(method, scope.signal);
    const release = await this.inFlight.acquire(scope.signal);
    if ((isProbe ? this.probeMs(scope.deadlineAt) : this.waitMs(scope.deadlineAt)) > 0) {
      release();
      return undefined;
    }
    const { label, onCall, startSpan } = this.options;
    const started = performance.now();
    let outcome = 'ok';
    this.breaker.start();
    this.health.sent();
    const { trace } = scope;
    // The label, not the address, which may contain a key.
    const attributes = { 'rpc.method': method, 'satchel.upstream': label };
    const span = trace && startSpan?.({ kind: 'client', name: method, parent: trace, attributes });
    const headers = span ? traceHeaders(span.context, span.context.spanId) : trace && traceHeaders(trace);
    try {
      const result = await this.exchange(request, headers, scope.signal, firstByteMs);
      this.lastFault = undefined;
      this.breaker.success();
      this.reportRecovery();
      if (started >= this.limitedUntil) this.retryAfterUntil = this.rateLimitedUntil = 0;
      this.inFlight.succeeded(started);
      return { result };
    } catch (thrown) {
      const fault = asFault(thrown, scope.signal);
      outcome = outcomeOf(fault);
      this.noteFault(fault, started);
      throw fault ?? thrown;
    } finally {
      release();
      this.health.over(outcome);
      const error = outcome === 'ok' ? undefined : outcome;
      span?.end({ attributes: { 'satchel.outcome': outcome }, error });
      onCall?.({ endpoint: label, method, outcome, ms: performance.now() - started });
    }
  }

  private async exchange(
    request: EndpointRequest,
    headers: Record<string, string> | undefined,
    signal: AbortSignal,
    firstByteMs: number | undefined,
  ): Promise<unknown> {
    const { timeoutMs, memory } = this.options;
    const maxBytes = Math.min(this.options.maxBytes, request.maxBytes ?? Number.POSITIVE_INFINITY);
    const id = lastId + 1;
    lastId += request.ids;
    const held = new MemoryReservation(memory, signal);
    try {
      const { status, bytes } = await this.client.send(
        { path: request.path, body: request.text?.(id), headers },
        { signal, timeoutMs, firstByteMs, maxBytes, held },
      );
      return request.read(status, bytes, id);
    } finally {
      held.release();
    }
  }

  /**
   * Updates the breaker and the limits after a failed attempt.
   * @param fault undefined if the caller aborted the attempt
   */
  private noteFault(fault: Fault | undefined, startedAt: number): void {
    if (fault !== undefined) this.lastFault = statusOf(fault);
    if (fault instanceof UpstreamCallError) this.breaker.success();
    else if (fault?.kind === 'transient') this.breaker.fault();
    else if (fault?.kind === 'silent') this.breaker.noResponse();
    else this.breaker.neutral();
    if (fault instanceof EndpointFault && OVERLOADS.has(fault.outcome)) this.inFlight.overloaded(startedAt);
    if (fault instanceof EndpointFault) this.noteRetryAfter(fault);
    if (fault instanceof UpstreamCallError) this.reportRecovery();
    else if (fault !== undefined) this.reportPause(fault.outcome);
  }

  /** Returns the milliseconds of the pause that a Retry-After caused. */
  private retryAfterMs(deadlineAt: number): number {
    // Without a deadline, a call could wait for a day.
    const isWaitedFor = Number.isFinite(deadlineAt) && this.retryAfterUntil <= deadlineAt;
    const endsAt = isWaitedFor ? this.retryAfterUntil : this.limitedUntil;
    return endsAt - performance.now();
  }

  private noteRetryAfter({ kind, retryAfterMs }: EndpointFault): void {
    const now = performance.now();
    const pauseMs = kind === 'limited' && retryAfterMs === 0 ? UNNAMED_PAUSE_MS : retryAfterMs;
    if (pauseMs === 0) return;
    this.limitedUntil = Math.max(this.limitedUntil, now + Math.min(pauseMs, MAX_PAUSE_MS));
    this.retryAfterUntil = Math.max(this.retryAfterUntil, now + pauseMs);
    if (kind === 'limited') this.rateLimitedUntil = Math.max(this.rateLimitedUntil, now + retryAfterMs);
  }

  /** Reports the beginning of a pause. The pauses until the next success count as one. */
  private reportPause(reason: string): void {
    const pauseMs = Math.ceil(this.waitMs());
    if (this.pausedAt !== undefined || pauseMs < MIN_REPORTED_MS) return;
    this.pausedAt = performance.now();
    this.options.onChange?.({ endpoint: this.label, isPaused: true, reason, pauseMs });
  }

  private reportRecovery(): void {
    if (this.pausedAt === undefined || this.waitMs() > 0) return;
    const pausedMs = Math.round(performance.now() - this.pausedAt);
    this.pausedAt = undefined;
    this.options.onChange?.({ endpoint: this.label, isPaused: false, pausedMs });
  }
}

/** Outcomes that indicate too many requests to the endpoint. */
const OVERLOADS = new Set(['http-429', 'http-503', 'timeout']);

/** Returns the outcome label for the metrics. */
function outcomeOf(fault: Fault | undefined): string {
  if (fault === undefined) return 'aborted';
  return fault instanceof UpstreamCallError ? 'rpc-error' : fault.outcome;
}
