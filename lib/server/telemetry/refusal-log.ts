import 'server-only';
import type { Log } from './log';

/**
 * Logs rejected requests. In each second, logs the first request per reason with its fields, then the number of further
 * ones. At level `debug`, logs every request with its fields.
 */
export function refusalLog(log: Log) {
  const logsEach = log.isLevelEnabled('debug');
  /** Number of rejections in this second after the first one, by reason. */
  const further = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  /** Logs the counts at the end of a second. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [reason, count] of further)
      if (count > 0) log.info({ reason, count }, 'more HTTP requests refused');
    further.clear();
  }

  /**
   * Logs or counts a rejection.
   * @param cause the error, if it is not the caller's fault
   */
  function write(reason: string, fields: object, cause: unknown): void {
    const count = further.get(reason);
    if (count !== undefined) return void further.set(reason, count + 1);
    if (!logsEach) {
      further.set(reason, 0);
      timer ??= setTimeout(flush, 1_000).unref();
    }
    const message = `HTTP request refused: ${reason}`;
    if (cause === undefined) log.info(fields, message);
    else log.warn({ ...fields, err: cause }, message);
  }

  return { write, flush };
}
