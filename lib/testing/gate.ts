/** Lets a test block work: code waits for `opened` until the test calls `open`. */
export type Gate = { opened: Promise<void>; open: () => void };

/** Creates a closed gate. */
export function gate(): Gate {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
