import { Semaphore } from './semaphore';

/** At most `calls` starts of a method in any window of `perMs`. */
export type Pace = { calls: number; perMs: number };

/** Keeps a pace, for each method by itself: a call holds its permit for the whole window. */
export class Pacer {
  private readonly methods = new Map<string, Semaphore>();

  constructor(private readonly pace: Pace) {}

  /**
   * Waits until a call may start.
   * @param queueKey whose call it is: see `Semaphore.acquire`
   * @throws the signal's reason when it is aborted first
   */
  async waitForStart(method: string, signal: AbortSignal, queueKey?: object): Promise<void> {
    const { calls, perMs } = this.pace;
    const places = this.methods.get(method) ?? new Semaphore(calls);
    this.methods.set(method, places);
    const release = await places.acquire(signal, queueKey);
    setTimeout(release, perMs).unref();
  }
}
