import { Semaphore } from './semaphore';

/** A rate limit: in any window of `perMs`, at most `calls` calls of a method may start. */
export type Pace = { calls: number; perMs: number };

/** Enforces a rate limit for each method. A call holds a permit for the whole window, even if it ends earlier. */
export class Pacer {
  private readonly methods = new Map<string, Semaphore>();

  constructor(private readonly pace: Pace) {}

  /**
   * Waits until a call may start.
   * @throws the signal's reason if it is aborted first
   */
  async waitForStart(method: string, signal: AbortSignal): Promise<void> {
    const { calls, perMs } = this.pace;
    const permits = this.methods.get(method) ?? new Semaphore(calls);
    this.methods.set(method, permits);
    const release = await permits.acquire(signal);
    setTimeout(release, perMs).unref();
  }
}
