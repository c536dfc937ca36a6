/** Holds work up until the test lets it go on. */
export type Gate = { opened: Promise<void>; open: () => void };

/** A gate that is shut. */
export function gate(): Gate {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
