import 'server-only';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { type ChildScope, type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import type { TraceContext } from '@/lib/trace/trace-context';

/**
 * The deadline of one HTTP request. Its scope is made when a call first needs it: a cached response is answered in
 * 30 µs, and the signal with its timer and listener would cost half as much again.
 */
export class RequestDeadline {
  private readonly deadlineAt: number;
  private child: ChildScope | undefined;

  /** @param onDisconnect calls its listener when the caller disconnects */
  constructor(
    private readonly deadlineMs: number,
    private readonly onDisconnect: (listener: () => void) => void,
    private readonly trace: TraceContext | undefined,
  ) {
    this.deadlineAt = performance.now() + deadlineMs;
  }

  /** Aborted when the caller disconnects or the deadline passes. */
  get scope(): RequestScope {
    this.child ??= this.begin();
    return this.child.scope;
  }

  /** Removes the timer: the request has been answered. */
  clear(): void {
    this.child?.clear();
  }

  private begin(): ChildScope {
    const { signal, abort, clear } = linkedSignal(undefined, { timeoutMs: this.deadlineMs });
    this.onDisconnect(() => abort(new DOMException('The caller went away', 'AbortError')));
    return { scope: scopeOf(signal, this.deadlineAt, this.trace), abort, clear };
  }
}
