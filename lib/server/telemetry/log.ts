import 'server-only';
import { pino } from 'pino';
import type { LogLevel } from '@/lib/server/env';
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

/** Maximum bytes of buffered log lines while stdout is not read. Further lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

export type LogDestination = {
  write: (line: string) => void;
  /** Calls `onFlushed` when all lines are written. */
  flush?: (onFlushed: () => void) => void;
  /** Registers a listener that is called when writing resumes, with the number of dropped lines. */
  onResume?: (listener: (dropped: number) => void) => void;
};

/** Whether the other end of stdout is closed. */
let isBroken = false;
const markBroken = () => {
  isBroken = true;
};

/**
 * Creates a destination that writes log lines to stdout with bounded memory: it drops lines while stdout is not read.
 * If stdout is a pipe or socket, writing blocks neither the event loop nor the exit of the process.
 * @param onDrop called for each dropped line
 */
export function stdoutLog(onDrop: () => void): LogDestination {
  const { stdout } = process;
  let dropped = 0;
  let onResume: (dropped: number) => void = () => {};
  // Without a listener, a closed pipe (EPIPE) would end the process. One listener is enough for all services.
  if (!stdout.listeners('error').includes(markBroken)) stdout.on('error', markBroken);
  const reportDropped = () => {
    const count = dropped;
    dropped = 0;
    onResume(count);
  };
  return {
    write(line) {
      if (!isBroken && stdout.writableLength + line.length <= MAX_WAITING_BYTES) stdout.write(line);
      else {
        if (dropped === 0) stdout.once('drain', reportDropped);
        dropped++;
        onDrop();
      }
    },
    flush(onFlushed) {
      if (isBroken) onFlushed();
      else stdout.write('', () => onFlushed());
    },
    onResume(listener) {
      onResume = listener;
    },
  };
}

/** Writes the warnings of Node to the log, as one JSON line each, instead of to the standard error as text. */
export function logProcessWarnings(log: Pick<Log, 'warn'>): void {
  // Node's own listener prints the text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of Node'));
}
