/**
 * Draws at most once in `ms`, the latest value last: what comes in a burst is not drawn piece by piece, and its end
 * not forgotten.
 */
export function paced<T>(draw: (value: T) => void, ms: number) {
  let latest: { value: T } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (latest === undefined) return;
    const { value } = latest;
    latest = undefined;
    draw(value);
    timer = setTimeout(flush, ms);
  };
  return {
    put(value: T, now = false) {
      latest = { value };
      if (now) clearTimeout(timer);
      if (now || timer === undefined) flush();
    },
    /** Nothing is drawn any more. */
    end() {
      clearTimeout(timer);
      latest = undefined;
      timer = undefined;
    },
  };
}
