import 'server-only';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  dayOf,
  startOfDay,
  type UsageBatch,
  type UsageRow,
  type UsageStore,
} from '@/lib/projects/usage-store';
import type { Log } from './log';
import type { Metrics } from './metrics';

/** Shortest time between two writes of the counts. */
const WRITE_EVERY_MS = 5_000;
/** Projects with separate counters in `/metrics`; the others share one. */
const MOST_SHOWN = 1_000;
const OTHERS = '(others)';

type Counts = { calls: number; units: number };
/** By project, then by method, which is of a closed list. */
type CountsOfProjects = Map<string, Map<string, Counts>>;

/**
 * What projects call: counted in memory, added to the store every few seconds and at the end. A process that is killed
 * loses the last seconds. While the store is away counts wait, one row for each project, method and day.
 */
export class ProjectUsage {
  /** Since the last write. */
  private counting: CountsOfProjects = new Map();
  /** The day that those counts are of: they are written when it ends. */
  private countingDay = 0;
  /** Counts that no batch has yet, by day, project and method. */
  private readonly waiting = new Map<string, UsageRow>();
  /** Under way, or to be tried again as it is. */
  private batch: UsageBatch | undefined;
  private batches = 0;
  private readonly writer = randomUUID();
  private readonly shown = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private isAway = false;

  constructor(
    private readonly store: Pick<UsageStore, 'add'>,
    private readonly log: Pick<Log, 'warn'>,
    private readonly metrics: Pick<Metrics, 'projectCalls' | 'projectUnits'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts one call. @param method of a closed list */
  count(projectId: string, method: string, units: number): void {
    const counts = countsOf(this.counting, projectId, method);
    counts.calls++;
    counts.units += units;
    if (this.timer === undefined) this.begin();
  }

  /** Writes what was counted; what cannot be written waits. Never throws. */
  write(): Promise<void> {
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  /** Writes the last counts; waits at most 2 s for that, so that a shutdown ends in time. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    const last = (this.writing ?? Promise.resolve()).then(() => this.write());
    await Promise.race([last, sleep(2_000, undefined, { ref: false })]);
  }

  /** Brings the metrics up to date; they lag behind by up to five seconds otherwise. */
  publish(): void {
    this.drain();
  }

  private begin(): void {
    this.countingDay = dayOf(this.now());
    this.timer = this.start();
  }

  private start(): NodeJS.Timeout {
    const time = this.now();
    const untilMidnight = Math.max(1, startOfDay(dayOf(time) + 1) - time);
    const onTime = () =>
      void this.write().then(() => {
        const isIdle = this.batch === undefined && this.counting.size === 0;
        this.timer = isIdle ? undefined : this.start();
      });
    return setTimeout(onTime, Math.min(WRITE_EVERY_MS, untilMidnight)).unref();
  }

  private async writeAll(): Promise<void> {
    this.drain();
    for (;;) {
      this.batch ??= this.nextBatch();
      if (this.batch === undefined) return;
      try {
        await this.store.add(this.batch);
      } catch (error) {
        if (!this.isAway) this.log.warn({ err: error }, 'usage of projects could not be written; it waits');
        this.isAway = true;
        return;
      }
      this.isAway = false;
      this.batch = undefined;
    }
  }

  private nextBatch(): UsageBatch | undefined {
    if (this.waiting.size === 0) return undefined;
    const rows = [...this.waiting.values()];
    this.waiting.clear();
    return { writer: this.writer, number: ++this.batches, rows };
  }

  /** Moves what was counted to the rows that wait, and to what `/metrics` shows. */
  private drain(): void {
    const day = this.countingDay;
    for (const [projectId, methods] of this.counting) {
      if (this.shown.size < MOST_SHOWN) this.shown.add(projectId);
      const shownAs = this.shown.has(projectId) ? projectId : OTHERS;
      for (const [method, { calls, units }] of methods) {
        this.metrics.projectCalls.inc({ project: shownAs, method }, calls);
        this.metrics.projectUnits.inc({ project: shownAs, method }, units);
        const key = `${day} ${projectId} ${method}`;
        const row = this.waiting.get(key);
        if (row) add(row, calls, units);
        else this.waiting.set(key, { day, projectId, method, calls, units });
      }
    }
    this.counting = new Map();
    this.countingDay = dayOf(this.now());
  }
}

function countsOf(projects: CountsOfProjects, projectId: string, method: string): Counts {
  let methods = projects.get(projectId);
  if (methods === undefined) {
    methods = new Map();
    projects.set(projectId, methods);
  }
  let counts = methods.get(method);
  if (counts === undefined) {
    counts = { calls: 0, units: 0 };
    methods.set(method, counts);
  }
  return counts;
}

function add(counts: Counts, calls: number, units: number): void {
  counts.calls += calls;
  counts.units += units;
}
