import 'server-only';
import { type LinkedSignal, linkedSignal } from '@/lib/promises/linked-signal';
import type { Work } from '@/lib/rpc/request-context';
import type { InFlightLimiter } from '@/lib/server/limits/in-flight-limiter';
import type { TraceContext } from '@/lib/trace/trace-context';
import { traceSignal } from '@/lib/trace/traced-signal';

/**
 * The work of one HTTP request: its calls share one deadline and one signal, created when the first of them starts.
 */
export class RequestWork {
  private readonly deadlineAt: number;
  private deadline: LinkedSignal | undefined;

  /** @param onDisconnect calls its listener when the caller goes away */
  constructor(
    private readonly inFlight: InFlightLimiter,
    private readonly deadlineMs: number,
    private readonly onDisconnect: (listener: () => void) => void,
    private readonly trace: TraceContext | undefined,
  ) {
    this.deadlineAt = performance.now() + deadlineMs;
  }

  /** @throws RpcError unavailable when too much is under way */
  start(units: number): Work {
    this.inFlight.enter(units);
    this.deadline ??= this.startDeadline();
    const { signal } = this.deadline;
    return { signal, deadlineAt: this.deadlineAt, end: () => this.inFlight.leave(units) };
  }

  /** The request has been answered. */
  finish(): void {
    this.deadline?.clear();
  }

  private startDeadline(): LinkedSignal {
    const deadline = linkedSignal(undefined, { timeoutMs: this.deadlineMs });
    traceSignal(deadline.signal, this.trace);
    this.onDisconnect(() => deadline.abort(new DOMException('The caller went away', 'AbortError')));
    return deadline;
  }
}
