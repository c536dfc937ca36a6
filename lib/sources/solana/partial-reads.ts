import { UpstreamUnavailableError } from '@/lib/errors';
import { type ChildScope, childScope, type RequestScope } from '@/lib/promises/request-scope';

/** Time without progress, in ms, after which a read is aborted. The page then shows partial results and retries. */
const STALL_MS = 15_000;

/** Runs reads in parallel, and keeps the results of those that succeed if others fail. */
export class PartialReads {
  private readonly work: ChildScope;
  private failure: { thrown: unknown } | undefined;
  private end: NodeJS.Timeout | undefined;

  constructor(private readonly parent: RequestScope) {
    this.work = childScope(parent);
    this.noteProgress();
  }

  /** Scope that all the reads use. */
  get scope(): RequestScope {
    return this.work.scope;
  }

  /** Reports that a read has returned data. Restarts the stall timeout. */
  noteProgress(): void {
    if (this.failure !== undefined) return;
    clearTimeout(this.end);
    this.end = setTimeout(() => {
      this.fail(new UpstreamUnavailableError('upstream-unavailable', 'The node stopped responding'), 0);
    }, STALL_MS);
  }

  /**
   * Waits for all reads. After a failure, reads in flight get at most another second.
   * @throws the first failure
   */
  async settle(reads: readonly Promise<void>[]): Promise<void> {
    for (const read of reads) read.catch((thrown: unknown) => this.fail(thrown, 1_000));
    await Promise.allSettled(reads);
    clearTimeout(this.end);
    this.work.clear();
    this.parent.signal.throwIfAborted();
    if (this.failure !== undefined) throw this.failure.thrown;
  }

  private fail(thrown: unknown, graceMs: number): void {
    if (this.failure !== undefined) return;
    this.failure = { thrown };
    clearTimeout(this.end);
    this.end = setTimeout(this.work.abort, graceMs);
  }
}
