import { UpstreamUnavailableError } from '@/lib/errors';
import { type ChildScope, childScope, type RequestScope } from '@/lib/promises/request-scope';

/** Once a read has failed for good, so long the others may still bring what is under way. */
const GRACE_MS = 1_000;
/** A node that brings nothing for so long is not waited for: somebody looks at what there is, and asks again. */
const STALL_MS = 15_000;

/** Reads made together of which each is worth something by itself, whatever becomes of the others. */
export class PartialReads {
  private readonly work: ChildScope;
  private failure: { thrown: unknown } | undefined;
  private end: NodeJS.Timeout | undefined;

  constructor(private readonly whole: RequestScope) {
    this.work = childScope(whole);
    this.noteProgress();
  }

  /** Of the reads. */
  get scope(): RequestScope {
    return this.work.scope;
  }

  /** One of them has brought something. */
  noteProgress(): void {
    if (this.failure !== undefined) return;
    clearTimeout(this.end);
    this.end = setTimeout(() => {
      this.fail(new UpstreamUnavailableError('upstream-unavailable', 'The node has stopped answering'), 0);
    }, STALL_MS);
  }

  /** Waits for all, after a failure or a standstill not for long. @throws the first failure */
  async settle(reads: readonly Promise<void>[]): Promise<void> {
    for (const read of reads) read.catch((thrown: unknown) => this.fail(thrown, GRACE_MS));
    await Promise.allSettled(reads);
    clearTimeout(this.end);
    this.work.clear();
    this.whole.signal.throwIfAborted();
    if (this.failure !== undefined) throw this.failure.thrown;
  }

  private fail(thrown: unknown, graceMs: number): void {
    if (this.failure !== undefined) return;
    this.failure = { thrown };
    clearTimeout(this.end);
    this.end = setTimeout(this.work.abort, graceMs);
  }
}
