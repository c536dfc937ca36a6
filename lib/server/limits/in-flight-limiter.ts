import 'server-only';
import { OverloadedError } from '@/lib/errors';
import { loopUtilization, type Utilization } from './loop-utilization';

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

/**
 * A bound on the work under way in this process, in work units. Calls answered from memory pass in a blink and
 * never gather here. What gathers is upstream work, up to a fixed bound; and, once the processor is full, large
 * calls, of which no more are accepted than can be answered soon: under way, over answered a second, is how long a
 * new one would take (Little's law). The rest is refused while refusing is cheap.
 */
export class InFlightLimiter {
  private all = 0;
  private large = 0;
  private readonly pace: Pace;

  constructor(
    private readonly mostUnits: number,
    now: () => number = () => performance.now(),
    utilization: Utilization = loopUtilization(),
  ) {
    this.pace = new Pace(now, utilization);
  }

  /** Work units under way. */
  get units(): number {
    return this.all;
  }

  /** @throws OverloadedError */
  enter(units: number): void {
    if (this.all > 0 && this.all + units > this.mostUnits) throw new OverloadedError();
    if (units >= LARGE_UNITS) {
      if (!this.pace.hasTimeFor(units, this.large)) throw new OverloadedError();
      this.large += units;
    }
    this.all += units;
  }

  leave(units: number): void {
    this.all -= units;
    if (units < LARGE_UNITS) return;
    this.large -= units;
    this.pace.answered(units, this.large);
  }
}

/** How many large calls the processor answers, learnt from those that it has answered. */
class Pace {
  private answeredUnits = 0;
  private perMs = 0;
  private sampledAt: number;
  // Learnt while the processor is not full; until then, what two calls to a far node take.
  private usualMs = 250;
  private full = false;
  /** Samples in a row that speak against `full` as it stands. */
  private against = 0;

  constructor(
    private readonly now: () => number,
    private readonly utilization: Utilization,
  ) {
    this.sampledAt = now();
  }

  /**
   * Whether a large call would be answered soon.
   * @param underWay units of the large calls before it
   */
  hasTimeFor(more: number, underWay: number): boolean {
    this.sample(underWay);
    const units = underWay + more;
    return !this.full || units <= FREE_UNITS || units <= this.perMs * (this.usualMs + LONGEST_WAIT_MS);
  }

  answered(units: number, underWay: number): void {
    this.answeredUnits += units;
    this.sample(underWay);
  }

  private sample(underWay: number): void {
    const time = this.now();
    const ms = time - this.sampledAt;
    if (ms < SAMPLE_MS) return;
    this.sampledAt = time;
    const samples = Math.round(ms / SAMPLE_MS);
    const share = 1 - (1 - NEWEST) ** samples;
    this.perMs += (this.answeredUnits / ms - this.perMs) * share;
    this.answeredUnits = 0;
    const isFull = this.utilization() > FULL;
    this.against = isFull === this.full ? 0 : this.against + samples;
    if (this.against >= (this.full ? FREE_SAMPLES : FULL_SAMPLES)) {
      this.full = isFull;
      this.against = 0;
    }
    if (!this.full && !isFull && this.perMs > 0)
      this.usualMs += (Math.min(underWay / this.perMs, LONGEST_USUAL_MS) - this.usualMs) * share;
  }
}
