import 'server-only';
import type { Log } from './log';

/** Writes the warnings of Node to the log, as one JSON line each, instead of to the standard error as text. */
export function logProcessWarnings(log: Pick<Log, 'warn'>): void {
  // Node's own listener prints the text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of Node'));
}
