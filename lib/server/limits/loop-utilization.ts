import 'server-only';
import { performance } from 'node:perf_hooks';

/** Returns the share of time in which the event loop had work since the last call. */
export type Utilization = () => number;

/** The utilization of this thread's event loop. */
export function loopUtilization(): Utilization {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
