import 'server-only';
import type { Log } from './log';

const PERIOD_MS = 1_000;

/**
 * Logs refused requests: the first of each reason in a second with its fields, the others as a count. At `debug`, each
 * has a line of its own.
 */
export function refusalLog(log: Log) {
  const logsEach = log.isLevelEnabled('debug');
  /** Refusals that have no line yet, by reason; a reason is listed once its first one is logged. */
  const uncounted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  /** Ends the second: logs how many more requests were refused. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [reason, count] of uncounted)
      if (count > 0) log.info({ reason, count }, 'more requests were refused');
    uncounted.clear();
  }

  /** @param cause why, where it is not the caller's fault */
  function write(reason: string, fields: object, cause: unknown): void {
    const count = uncounted.get(reason);
    if (count !== undefined) return void uncounted.set(reason, count + 1);
    if (!logsEach) {
      uncounted.set(reason, 0);
      timer ??= setTimeout(flush, PERIOD_MS).unref();
    }
    const message = `a request was refused: ${reason}`;
    if (cause === undefined) log.info(fields, message);
    else log.warn({ ...fields, err: cause }, message);
  }

  return { write, flush };
}
