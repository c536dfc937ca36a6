import 'server-only';
import { pino } from 'pino';
import type { LogLevel } from '@/lib/server/env';
import { loggedError } from './logged-error';

export type Log = ReturnType<typeof createLog>;

/**
 * JSON lines on stdout. Nothing that a caller sent as a credential may reach it: `Authorization`, cookies and the
 * query string of an existing client are left out at the call sites, and redacted here should one slip. Errors go in as `err`, without the addresses that drivers put into them.
 */
export function createLog(level: LogLevel, destination?: { write: (line: string) => void }) {
  return pino(
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
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}
