import 'server-only';
import { pino } from 'pino';
import type { LogLevel } from '@/lib/server/env';
import type { LogDestination } from './log-output';
import { loggedError } from './logged-error';

export type Log = ReturnType<typeof createLog>;

/**
 * Creates a log of JSON lines, each with the name of the process. Callers must not pass `Authorization`, cookies or
 * query strings, which can contain credentials; as a second line of defense, the log redacts these. Logs errors as
 * `err`, without addresses of upstreams.
 */
export function createLog(level: LogLevel, destination: LogDestination, processName: 'api' | 'web' = 'api') {
  const log = pino(
    {
      level,
      base: { service: 'satchel', process: processName },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggedError },
      redact: {
        paths: ['authorization', 'headers.authorization', 'headers.cookie', 'projectKey', 'serverKey'],
        censor: '[redacted]',
      },
    },
    destination,
  );
  destination.onResume?.((dropped) => log.warn({ dropped }, 'log lines were dropped: stdout was not read'));
  return Object.assign(log, {
    /** Writes a line that is already JSON, such as a log line of the web process. */
    writeLine: (line: string) => destination.write(`${line}\n`),
  });
}
