/** Blocks work until a test opens it. */
export type Gate = { opened: Promise<void>; open: () => void };

/** Returns a closed gate. */
export function gate(): Gate {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
