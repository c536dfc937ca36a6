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

/** The bound on the work under way, as one kind of caller meets it; in work units. */
export type Load = {
  /** @throws OverloadedError */
  enter: (units: number) => void;
  leave: (units: number) => void;
};

/**
 * A bound on the work under way in this process, in work units. Calls answered from memory pass in a blink and
 * never gather here. What gathers is upstream work, up to a fixed bound; and, once the processor is full, large
 * calls, of which no more are accepted than can be answered soon: under way, over answered a second, is how long a
 * new one would take (Little's law). The rest is refused while refusing is cheap.
 *
 * Projects come before visitors: what visitors have under way takes no room from projects, and while projects have
 * work, visitors together have at most half of the bound.
 */
export class WorkUnderWay {
  private readonly projectUnits = new Units();
  private readonly visitorUnits = new Units();
  private readonly pace: Pace;

  constructor(
    private readonly mostUnits: number,
    now: () => number = () => performance.now(),
    utilization: Utilization = loopUtilization(),
  ) {
    this.pace = new Pace(now, utilization);
  }

  /** The bound as projects meet it. */
  readonly projects: Load = {
    enter: (units) => this.enter(units, this.projectUnits, this.projectUnits.all, this.mostUnits),
    leave: (units) => this.leave(units, this.projectUnits),
  };

  /** The bound as the dashboard's visitors meet it. */
  readonly visitors: Load = {
    enter: (units) => {
      if (this.projectUnits.all > 0)
        this.enter(units, this.visitorUnits, this.visitorUnits.all, this.mostUnits / 2);
      else this.enter(units, this.visitorUnits, this.units, this.mostUnits);
    },
    leave: (units) => this.leave(units, this.visitorUnits),
  };

  /** Work units under way. */
  get units(): number {
    return this.projectUnits.all + this.visitorUnits.all;
  }

  private enter(more: number, own: Units, underWay: number, most: number): void {
    if (underWay > 0 && underWay + more > most) throw new OverloadedError();
    if (more >= LARGE_UNITS) {
      const before = this.projectUnits.large + (own === this.visitorUnits ? this.visitorUnits.large : 0);
      if (!this.pace.hasTimeFor(before + more, this.largeUnits)) throw new OverloadedError();
      own.large += more;
    }
    own.all += more;
  }

  private leave(less: number, own: Units): void {
    own.all -= less;
    if (less < LARGE_UNITS) return;
    own.large -= less;
    this.pace.answered(less, this.largeUnits);
  }

  private get largeUnits(): number {
    return this.projectUnits.large + this.visitorUnits.large;
  }
}

/** Units under way, and those of large calls among them. */
class Units {
  all = 0;
  large = 0;
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
   * Whether so many units of large calls, with those before them, are answered soon.
   * @param underWay of large calls, by all callers
   */
  hasTimeFor(units: number, underWay: number): boolean {
    this.sample(underWay);
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
