import 'server-only';
import { performance } from 'node:perf_hooks';

/** What the processor did since the last question: the share of time that the event loop had work. */
export type Utilization = () => number;

/** Tells it of this process, from now on. */
export function loopUtilization(): Utilization {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
