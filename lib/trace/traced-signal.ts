import type { TraceContext } from './trace-context';

/**
 * The traces of work, by the signal that ends the work: a call's signal goes wherever the call goes, to each request
 * that is made for it. Empty where no caller sends a trace, and then a look-up costs next to nothing. An
 * `AsyncLocalStorage` would make every promise of the process dearer, traced or not.
 */
const traces = new WeakMap<AbortSignal, TraceContext>();

/** Says to which trace the work of a signal belongs. */
export function traceSignal(signal: AbortSignal, trace: TraceContext | undefined): void {
  if (trace !== undefined) traces.set(signal, trace);
}

/** The trace of a signal's work. */
export const traceOf = (signal: AbortSignal): TraceContext | undefined => traces.get(signal);

/** Work that was begun for other work belongs to its trace. */
export function inheritTrace(from: AbortSignal | undefined, to: AbortSignal): void {
  if (from !== undefined) traceSignal(to, traces.get(from));
}
