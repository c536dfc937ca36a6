import { Semaphore } from './semaphore';

/** At most `calls` starts of a method in any window of `perMs`. */
export type Pace = { calls: number; perMs: number };

/** A rate limit for each method: a call holds its permit for the whole window. */
export class Pacer {
  private readonly methods = new Map<string, Semaphore>();

  constructor(private readonly pace: Pace) {}

  /** Waits until a call may start. @throws the signal's reason when it is aborted first */
  async waitForStart(method: string, signal: AbortSignal): Promise<void> {
    const { calls, perMs } = this.pace;
    const permits = this.methods.get(method) ?? new Semaphore(calls);
    this.methods.set(method, permits);
    const release = await permits.acquire(signal);
    setTimeout(release, perMs).unref();
  }
}
