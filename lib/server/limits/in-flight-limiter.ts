import 'server-only';
import { performance } from 'node:perf_hooks';
import { OverloadedError } from '@/lib/errors';
import { WORK_UNITS } from '@/lib/services/work-units';

/** Maximum work units of large calls in flight while the CPU is saturated: sixteen listings. */
const UNITS_WHEN_FULL = 16 * WORK_UNITS.holdings;
/** Event loop utilization above which the CPU counts as saturated. */
const FULL = 0.9;
/** Minimum length of a utilization sample, in ms, so that short bursts are not rejected. */
const SAMPLE_MS = 200;
/**
 * Units per ms by which the limit of large calls rises again after the CPU was saturated. Without it, each sample that is
 * not saturated would let in hundreds of listings at once.
 */
const RECOVERY = 0.5;

/**
 * Limits the work units in flight in this process. Large calls (listings) have a lower limit while the CPU is
 * saturated: accepting more would increase the latency but not the throughput.
 */
export class InFlightLimiter {
  private all = 0;
  private large = 0;
  /** Maximum units of large calls in flight. */
  private mostLarge: number;
  private sampledAt = performance.now();
  private loop = performance.eventLoopUtilization();

  /** @param mostUnits maximum units of all calls together */
  constructor(private readonly mostUnits = 4_000) {
    this.mostLarge = mostUnits;
  }

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
      if (this.large > 0 && this.large + units > this.mostLarge) throw new OverloadedError();
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
    const elapsed = time - this.sampledAt;
    if (elapsed < SAMPLE_MS) return;
    const loop = performance.eventLoopUtilization();
    const isFull = performance.eventLoopUtilization(loop, this.loop).utilization > FULL;
    this.mostLarge = isFull ? UNITS_WHEN_FULL : Math.min(this.mostUnits, this.mostLarge + elapsed * RECOVERY);
    this.sampledAt = time;
    this.loop = loop;
  }
}
