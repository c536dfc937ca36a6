/** Holds code at a chosen point of a test: the code awaits `opened`, which resolves when the test calls `open`. */
export type Gate = { opened: Promise<void>; open: () => void };

/** Creates a closed gate. */
export function gate(): Gate {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
