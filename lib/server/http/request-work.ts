import 'server-only';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { type ChildScope, scopeOf } from '@/lib/promises/request-scope';
import type { Work } from '@/lib/rpc/request-context';
import type { InFlightLimiter } from '@/lib/server/limits/in-flight-limiter';
import type { TraceContext } from '@/lib/trace/trace-context';

/** The work of one HTTP request: its calls share one scope, created when the first of them starts. */
export class RequestWork {
  private readonly deadlineAt: number;
  private work: ChildScope | undefined;

  /** @param onDisconnect calls its listener when the caller disconnects */
  constructor(
    private readonly inFlight: InFlightLimiter,
    private readonly deadlineMs: number,
    private readonly onDisconnect: (listener: () => void) => void,
    private readonly trace: TraceContext | undefined,
  ) {
    this.deadlineAt = performance.now() + deadlineMs;
  }

  /** @throws OverloadedError when too much is in flight */
  start(units: number): Work {
    this.inFlight.enter(units);
    this.work ??= this.begin();
    return { scope: this.work.scope, end: () => this.inFlight.leave(units) };
  }

  /** Stops the deadline: the request has been answered. */
  finish(): void {
    this.work?.clear();
  }

  private begin(): ChildScope {
    const { signal, abort, clear } = linkedSignal(undefined, { timeoutMs: this.deadlineMs });
    this.onDisconnect(() => abort(new DOMException('The caller went away', 'AbortError')));
    return { scope: scopeOf(signal, this.deadlineAt, this.trace), abort, clear };
  }
}
