import 'server-only';
import { pino } from 'pino';
import type { LogLevel } from '@/lib/server/env';
import type { LogDestination } from './log-output';
import { loggedError } from './logged-error';

export type Log = ReturnType<typeof createLog>;

/**
 * JSON lines. Nothing that a caller sent as a credential may reach it: `Authorization`, cookies and the
 * query string of an existing client are left out at the call sites, and redacted here should one slip. Errors go in as `err`, without the addresses that drivers put into them.
 */
export function createLog(level: LogLevel, destination: LogDestination) {
  const log = pino(
    {
      level,
      base: { service: 'satchel' },
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
    /** Writes a line that is JSON already, such as one of the web process. */
    writeLine: (line: string) => destination.write(`${line}\n`),
  });
}
