import 'server-only';
import { performance } from 'node:perf_hooks';
import { OverloadedError } from '@/lib/errors';
import { WORK_UNITS } from '@/lib/services/work-units';

/** Units of large calls that are accepted while the processor is full: sixteen listings. */
const UNITS_WHEN_FULL = 16 * WORK_UNITS.holdings;
/** Share of a sample in which the event loop had work, above which the processor is full. */
const FULL = 0.9;
/** Shortest sample: a burst that is served within it is not refused. */
const SAMPLE_MS = 300;

/**
 * A bound on the work in flight in this process, in work units. Large calls (listings) have a lower bound while the
 * processor is full: more of them would only wait for each other. They keep the processor full, so accepting fewer
 * loses nothing, and refusing is cheap.
 */
export class InFlightLimiter {
  private all = 0;
  private large = 0;
  private isFull = false;
  private sampledAt = performance.now();
  private loop = performance.eventLoopUtilization();

  /** @param mostUnits of all calls */
  constructor(private readonly mostUnits = 4_000) {}

  /** Work units in flight. */
  get units(): number {
    return this.all;
  }

  /** @throws OverloadedError */
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
