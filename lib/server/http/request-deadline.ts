import 'server-only';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { type ChildScope, type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import type { TraceContext } from '@/lib/trace/trace-context';

/**
 * The deadline of an HTTP request. Creates the scope on first use: its signal, timer and listener would add half to the
 * 30 µs that a cached response takes.
 */
export class RequestDeadline {
  private readonly deadlineAt: number;
  private child: ChildScope | undefined;

  /** @param onDisconnect registers a listener for the caller's disconnect */
  constructor(
    private readonly deadlineMs: number,
    private readonly onDisconnect: (listener: () => void) => void,
    private readonly trace: TraceContext | undefined,
  ) {
    this.deadlineAt = performance.now() + deadlineMs;
  }

  /** Scope that is aborted when the caller disconnects or the deadline passes. */
  get scope(): RequestScope {
    this.child ??= this.begin();
    return this.child.scope;
  }

  /** Clears the deadline's timer. Must be called after the response. */
  clear(): void {
    this.child?.clear();
  }

  private begin(): ChildScope {
    const { signal, abort, clear } = linkedSignal(undefined, { timeoutMs: this.deadlineMs });
    this.onDisconnect(() => abort(new DOMException('The caller disconnected', 'AbortError')));
    return { scope: scopeOf(signal, this.deadlineAt, this.trace), abort, clear };
  }
}
