import type { Dispatcher } from 'undici';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { HeldBytes } from '@/lib/promises/held-bytes';
import { type Pace, Pacer } from '@/lib/promises/pacer';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { UpstreamTrouble } from '@/lib/solana/upstream-trouble';
import { guardedPool } from '@/lib/sources/guarded-pool';
import { traceHeaders } from '@/lib/trace/trace-context';
import { Batch } from './batch';
import { CallPlaces } from './call-places';
import { circuitBreaker } from './circuit-breaker';
import { EndpointTrouble } from './endpoint-trouble';
import { exchange } from './exchange';
import type { CallParams } from './transport-type';
import { headersFor, readBody, readResult } from './upstream-answer';
import { asFault, EndpointFault, type Fault, UpstreamCallError } from './upstream-errors';

/** What the metrics hear of one attempt. `endpoint` is a label: never an address. */
export type UpstreamCall = { endpoint: string; method: string; outcome: string; ms: number };

export type EndpointOptions = {
  url: string;
  /** Name in metrics. */
  label: string;
  /** Most calls in flight. */
  concurrency: number;
  /** Longest one attempt may take, from sending to the last byte. */
  timeoutMs: number;
  maxBytes: number;
  /** What all calls under way may hold: a long answer counts in it while it comes and is read. */
  memory: ByteBudget | undefined;
  pace: Pace | undefined;
  onCall: ((call: UpstreamCall) => void) | undefined;
};

/** Calls in flight that an endpoint is begun with, and one whose pace is known. */
const FIRST = 32;
const FIRST_WHERE_PACED = 8;

let lastId = 0;

/** One upstream address: its connections, its pace, its circuit breaker. */
export class HttpEndpoint {
  private readonly path: string;
  private readonly headers: Record<string, string>;
  private readonly pool: Dispatcher;
  private readonly inFlight: CallPlaces;
  private readonly breaker = circuitBreaker();
  private readonly pacer: Pacer | undefined;
  private limitedUntil = 0;
  private readonly troubles: EndpointTrouble;

  constructor(private readonly options: EndpointOptions) {
    const url = new URL(options.url);
    this.path = url.pathname + url.search;
    this.headers = headersFor(url);
    this.pool = guardedPool(url.origin, { connections: options.concurrency, pipelining: 1 });
    this.inFlight = new CallPlaces(options.concurrency, options.pace ? FIRST_WHERE_PACED : FIRST);
    this.troubles = new EndpointTrouble(options.timeoutMs);
    this.pacer = options.pace === undefined ? undefined : new Pacer(options.pace);
  }

  /** Milliseconds until this endpoint may be asked; 0 is now. */
  waitMs(): number {
    return Math.max(this.breaker.waitMs(), this.limitedUntil - performance.now(), 0);
  }

  /** Whether a call could start at once: a hedge must not wait, nor use up a pace. */
  get isIdle(): boolean {
    return (
      this.inFlight.free > 0 &&
      this.pacer === undefined &&
      this.breaker.waitMs() === 0 &&
      this.limitedUntil <= performance.now()
    );
  }

  /** Notes that it was silent until another endpoint had answered: it is left alone for a while. */
  noteSilence(): void {
    this.breaker.silence();
  }

  /** What is wrong with it now. */
  trouble(): UpstreamTrouble | undefined {
    return this.troubles.now(this.waitMs());
  }

  /** It will be asked again in so many milliseconds. */
  noteNextTry(inMs: number): void {
    this.troubles.willBeAsked(inMs);
  }

  /** Ends every connection. */
  close(): Promise<void> {
    return this.pool.destroy();
  }

  /**
   * One attempt of one call: its `result`; of a batch, the answers in order.
   * @param queueKey whose call it is, where calls wait for their turn
   * @param onFirstByte called when the answer begins
   * @throws UpstreamCallError, EndpointFault, or what the aborted signal made of the request
   */
  async call(
    method: string,
    params: CallParams | Batch,
    scope: RequestScope,
    queueKey: object,
    onFirstByte?: () => void,
  ): Promise<unknown> {
    const { label, onCall } = this.options;
    // Before anything is waited for: calls that come at once must find that one of them tries.
    this.breaker.start();
    const release = await this.placeFor(method, scope, queueKey);
    const started = performance.now();
    let outcome = 'ok';
    this.troubles.sent();
    try {
      const result = await this.exchange(method, params, scope, onFirstByte);
      this.breaker.success();
      this.inFlight.wentWell(started);
      return result;
    } catch (thrown) {
      const fault = asFault(thrown, scope.signal);
      outcome = outcomeOf(fault);
      this.noteFault(fault, started);
      throw fault ?? thrown;
    } finally {
      release();
      this.troubles.over(outcome);
      onCall?.({ endpoint: label, method, outcome, ms: performance.now() - started });
    }
  }

  /** Waits for the pace and a place among the calls in flight. */
  private async placeFor(method: string, scope: RequestScope, queueKey: object): Promise<() => void> {
    try {
      await this.pacer?.waitForStart(method, scope.signal, queueKey);
      return await this.inFlight.acquire(scope.signal, queueKey);
    } catch (thrown) {
      this.breaker.neutral();
      throw thrown;
    }
  }

  private async exchange(
    method: string,
    params: CallParams | Batch,
    scope: RequestScope,
    onFirstByte: (() => void) | undefined,
  ): Promise<unknown> {
    const { timeoutMs, maxBytes, memory } = this.options;
    const { signal, trace } = scope;
    const id = lastId + 1;
    lastId += params instanceof Batch ? params.calls.length : 1;
    const held = new HeldBytes(memory, signal);
    const request = {
      path: this.path,
      method: 'POST',
      headers: trace === undefined ? this.headers : { ...this.headers, ...traceHeaders(trace) },
      body:
        params instanceof Batch ? params.text(id) : JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    };
    try {
      const answer = await exchange(this.pool, request, { signal, timeoutMs, maxBytes, held, onFirstByte });
      const body = await readBody(answer, maxBytes, held);
      return params instanceof Batch
        ? params.read(answer.status, body, id)
        : readResult(answer.status, body, id);
    } finally {
      held.release();
    }
  }

  /** What a failed attempt says of this endpoint; undefined when the caller aborted it. */
  private noteFault(fault: Fault | undefined, startedAt: number): void {
    if (fault instanceof UpstreamCallError) this.breaker.success();
    else if (fault?.kind === 'transient') this.breaker.fault();
    else this.breaker.neutral();
    if (fault instanceof EndpointFault && COMPLAINTS.has(fault.outcome)) this.inFlight.complained(startedAt);
    if (fault instanceof EndpointFault && fault.retryAfterMs > 0)
      this.limitedUntil = Math.max(this.limitedUntil, performance.now() + fault.retryAfterMs);
  }
}

/** Outcomes by which an endpoint says that it is asked too much. */
const COMPLAINTS = new Set(['http-429', 'http-503', 'timeout']);

/** Word for the metrics. */
function outcomeOf(fault: Fault | undefined): string {
  if (fault === undefined) return 'aborted';
  return fault instanceof UpstreamCallError ? 'rpc-error' : fault.outcome;
}
