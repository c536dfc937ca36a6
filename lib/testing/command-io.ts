import type { CommandIo } from '@/lib/commands/terminal/io';

/** Creates a terminal for tests, which records its output. */
export function testIo(): CommandIo & { out: () => string; err: () => string; interrupt: () => void } {
  let out = '';
  let err = '';
  const interrupted = new AbortController();
  return {
    stdout: {
      write: (text) => {
        out += text;
      },
    },
    stderr: {
      write: (text) => {
        err += text;
      },
      isTTY: true,
    },
    signal: interrupted.signal,
    out: () => out,
    err: () => err,
    interrupt: () => interrupted.abort(),
  };
}
