import 'server-only';
import { performance } from 'node:perf_hooks';
import { OverloadedError } from '@/lib/errors';
import { WORK_UNITS } from '@/lib/services/work-units';

/** Maximum work units of large calls in flight while the CPU is saturated: sixteen listings. */
const UNITS_WHEN_FULL = 16 * WORK_UNITS.holdings;
/** Event loop utilization above which the CPU counts as saturated. */
const FULL = 0.9;
/** Minimum length of a utilization sample, in ms, so that short bursts are not rejected. */
const SAMPLE_MS = 300;

/**
 * Limits the work units in flight in this process. Large calls (listings) have a lower limit while the CPU is
 * saturated: accepting more would increase the latency but not the throughput.
 */
export class InFlightLimiter {
  private all = 0;
  private large = 0;
  private isFull = false;
  private sampledAt = performance.now();
  private loop = performance.eventLoopUtilization();

  /** @param mostUnits maximum units of all calls together */
  constructor(private readonly mostUnits = 4_000) {}

  /** The number of work units in flight. */
  get units(): number {
    return this.all;
  }

  /**
   * Adds the units of a call.
   * @throws OverloadedError if the limit would be exceeded
   */
  enter(units: number): void {
    if (this.all > 0 && this.all + units > this.mostUnits) throw new OverloadedError();
    if (units >= WORK_UNITS.holdings) {
      this.sample();
      if (this.isFull && this.large + units > UNITS_WHEN_FULL) throw new OverloadedError();
      this.large += units;
    }
    this.all += units;
  }

  leave(units: number): void {
    this.all -= units;
    if (units >= WORK_UNITS.holdings) this.large -= units;
  }

  private sample(): void {
    const time = performance.now();
    if (time - this.sampledAt < SAMPLE_MS) return;
    this.sampledAt = time;
    const loop = performance.eventLoopUtilization();
    this.isFull = performance.eventLoopUtilization(loop, this.loop).utilization > FULL;
    this.loop = loop;
  }
}
