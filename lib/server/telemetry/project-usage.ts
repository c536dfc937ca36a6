import 'server-only';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayOf, type UsageBatch, type UsageRow, type UsageStore } from '@/lib/projects/project-store';
import type { BodyResponse, CallOutcome } from '@/lib/rpc/request-context';
import { RPC_ERRORS, type RpcErrorName } from '@/lib/rpc/rpc-errors';
import { WriteWatch } from '@/lib/store/database';
import type { Log } from './log';
import type { Metrics } from './metrics';

/** Time between two writes of the counts, in ms. */
const WRITE_EVERY_MS = 5_000;
/** Maximum number of projects with separate counters in `/metrics`. All others share one. */
const MAX_LISTED = 1_000;
const OTHERS = '(others)';

/**
 * Counts the usage of projects in memory and adds it to the store every few seconds and on shutdown. If the process is
 * killed, the last few seconds are lost. While the store is unavailable, the counts stay in memory, in one row per
 * project, method and day.
 */
export class ProjectUsage {
  /** Counts that are not part of a batch yet, by day, project and method. */
  private waiting = new Map<string, UsageRow>();
  /** The batch that is being written, or must be retried unchanged. */
  private batch: UsageBatch | undefined;
  private batches = 0;
  private readonly writer = randomUUID();
  private readonly shown = new Set<string>();
  private readonly timer = setInterval(() => void this.write(), WRITE_EVERY_MS).unref();
  private writing: Promise<void> | undefined;
  private readonly watch: WriteWatch;

  constructor(
    private readonly store: Pick<UsageStore, 'add'>,
    log: Pick<Log, 'warn'>,
    private readonly metrics: Pick<Metrics, 'projectCalls' | 'projectUnits'>,
    private readonly now: () => number = Date.now,
    monotonicNow?: () => number,
  ) {
    const onWritable = (isWritable: boolean, err: unknown) =>
      isWritable
        ? log.warn('project usage is written again')
        : log.warn({ err }, 'project usage could not be written; will retry later');
    this.watch = new WriteWatch(onWritable, monotonicNow, () => true);
  }

  /**
   * Counts one call.
   * @param method a name from a closed list
   */
  count(projectId: string, method: string, units: number): void {
    const day = dayOf(this.now());
    const key = `${day} ${projectId} ${method}`;
    let row = this.waiting.get(key);
    if (row === undefined) {
      row = { day, projectId, method, calls: 0, units: 0 };
      this.waiting.set(key, row);
    }
    row.calls++;
    row.units += units;
    if (this.shown.size < MAX_LISTED) this.shown.add(projectId);
    const project = this.shown.has(projectId) ? projectId : OTHERS;
    this.metrics.projectCalls.inc({ project, method });
    this.metrics.projectUnits.inc({ project, method }, units);
  }

  /** Writes the counts. Retries them later after a failure. Never rejects. */
  write(): Promise<void> {
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  /** Writes the last counts. Takes at most 2 s, so that a shutdown ends in time. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    const last = (this.writing ?? Promise.resolve()).then(() => this.write());
    await Promise.race([last, sleep(2_000, undefined, { ref: false })]);
  }

  private async writeAll(): Promise<void> {
    for (;;) {
      this.batch ??= this.nextBatch();
      if (this.batch === undefined) return;
      try {
        await this.watch.run(this.store.add(this.batch));
      } catch {
        return;
      }
      this.batch = undefined;
    }
  }

  private nextBatch(): UsageBatch | undefined {
    if (this.waiting.size === 0) return undefined;
    const rows = [...this.waiting.values()];
    this.waiting = new Map();
    return { writer: this.writer, number: ++this.batches, rows };
  }
}

/** Counts calls. */
export class CallRecorder {
  /**
   * @param usage counter of calls and charged work units by project
   */
  constructor(
    private readonly metrics: Metrics,
    private readonly usage: { count: (projectId: string, method: string, units: number) => void },
  ) {}

  /**
   * Counts the calls of a body.
   * @param projectId undefined for a visitor of the dashboard
   */
  answered({ calls, error }: BodyResponse, projectId: string | undefined): void {
    if (calls.length === 0) this.measure({ method: 'unknown', ms: 0, error });
    for (const call of calls) {
      this.measure(call);
      if (projectId !== undefined) this.usage.count(projectId, call.method, call.units);
    }
  }

  /** Counts a request that was rejected before its body was parsed as JSON-RPC. */
  refused(error: RpcErrorName): void {
    this.metrics.refusals.inc({ status: RPC_ERRORS[error].http });
  }

  private measure({
    method,
    ms,
    error,
    cache,
  }: Pick<CallOutcome, 'method' | 'ms' | 'error' | 'cache'>): void {
    const { calls, errors, callDuration, cache: caches } = this.metrics;
    calls.inc({ method, code: error === undefined ? 0 : RPC_ERRORS[error].code });
    if (error !== undefined) errors.inc({ error });
    callDuration.observe({ method }, ms / 1000);
    if (cache !== undefined) caches.inc({ cache: 'response', result: cache });
  }
}
