/** Returns a function that calls `make` on its first call only, and returns that value every time. */
export function once<T extends {}>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
