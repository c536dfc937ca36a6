import 'server-only';

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
