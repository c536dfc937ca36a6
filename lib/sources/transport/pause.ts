import { setTimeout as sleep } from 'node:timers/promises';
import { deadlineExceeded } from './upstream-errors';

/**
 * Waits `ms` milliseconds before another try.
 * @throws UpstreamUnavailableError when the signal is aborted first
 */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw deadlineExceeded(signal);
  }
}
