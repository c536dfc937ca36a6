import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a child process by a signal, unless it has already ended, and waits until it has ended. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
