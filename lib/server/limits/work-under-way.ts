import 'server-only';
import { performance } from 'node:perf_hooks';
import { RpcError } from '@/lib/rpc/errors';

/** Calls of so many units are large: a listing. What they wait for, once the processor is full, is each other. */
const LARGE_UNITS = 10;
/** Units of large calls that may be under way however slow they are: sixteen listings. */
const FREE_UNITS = 160;
/** A large call that would wait longer than this for the processor, over what it takes anyway, is better refused. */
const LONGEST_WAIT_MS = 60;
/** What large calls take anyway, their upstreams' time, counts up to this. */
const LONGEST_USUAL_MS = 2000;
const SAMPLE_MS = 100;
/** Share of a sample in which the event loop had work, above which the processor is full. */
const FULL = 0.9;
/** Samples in a row after which it counts as full: shorter is a burst, and passes. And as no longer full. */
const FULL_SAMPLES = 3;
const FREE_SAMPLES = 10;
/** Weight of the newest sample in the pace of large calls: the last second or so. */
const NEWEST = 0.1;

/** What the processor did since the last question: the share of time that the event loop had work. */
type Utilization = () => number;

function loopUtilization(): Utilization {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

/**
 * A bound on the work under way in this process, in work units. Calls answered from memory pass in a blink and
 * never gather here. What gathers is upstream work, up to a fixed bound; and, once the processor is full, large
 * calls, of which no more are accepted than can be answered soon: under way, over answered a second, is how long a
 * new one would take (Little's law). The rest is refused while refusing is cheap.
 */
export function createLoad(
  mostUnits: number,
  now: () => number = () => performance.now(),
  utilization: Utilization = loopUtilization(),
) {
  let units = 0;
  let largeUnits = 0;
  let answered = 0;
  let perMs = 0;
  let sampledAt = now();
  // Learnt while the processor is not full; until then, what two calls to a far node take.
  let usualMs = 250;
  let full = false;
  /** Samples in a row that speak against `full` as it stands. */
  let against = 0;

  const sample = () => {
    const time = now();
    const ms = time - sampledAt;
    if (ms < SAMPLE_MS) return;
    sampledAt = time;
    const samples = Math.round(ms / SAMPLE_MS);
    const share = 1 - (1 - NEWEST) ** samples;
    perMs += (answered / ms - perMs) * share;
    answered = 0;
    const isFull = utilization() > FULL;
    against = isFull === full ? 0 : against + samples;
    if (against >= (full ? FREE_SAMPLES : FULL_SAMPLES)) {
      full = isFull;
      against = 0;
    }
    if (!full && !isFull && perMs > 0)
      usualMs += (Math.min(largeUnits / perMs, LONGEST_USUAL_MS) - usualMs) * share;
  };
  const refuse = () => {
    throw new RpcError('unavailable', 'overloaded', 'The service is overloaded; try again in 1 s', {
      retryAfterSeconds: 1,
    });
  };

  return {
    enter(more: number): void {
      if (units > 0 && units + more > mostUnits) refuse();
      if (more >= LARGE_UNITS) {
        sample();
        if (full && largeUnits + more > FREE_UNITS && largeUnits + more > perMs * (usualMs + LONGEST_WAIT_MS))
          refuse();
        largeUnits += more;
      }
      units += more;
    },
    leave(less: number): void {
      units -= less;
      if (less < LARGE_UNITS) return;
      largeUnits -= less;
      answered += less;
      sample();
    },
    get units(): number {
      return units;
    },
  };
}
