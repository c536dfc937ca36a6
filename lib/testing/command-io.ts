/** Creates the `CommandIo` of a terminal for tests, which records its output. */
export function testIo() {
  let out = '';
  let err = '';
  const interrupted = new AbortController();
  return {
    stdout: {
      write: (text: string) => {
        out += text;
      },
    },
    stderr: {
      write: (text: string) => {
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
