/** Minimum time in ms between two updates. */
const DRAW_MS = 150;

/** Throttles updates: calls `draw` with the latest value at most once every 150 ms. */
export function throttleLatest<T>(draw: (value: T) => void) {
  let latest: { value: T } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (latest === undefined) return;
    const { value } = latest;
    latest = undefined;
    draw(value);
    timer = setTimeout(flush, DRAW_MS);
  };
  return {
    put(value: T, now = false) {
      latest = { value };
      if (now) clearTimeout(timer);
      if (now || timer === undefined) flush();
    },
    /** Cancels a pending update. */
    end() {
      clearTimeout(timer);
      latest = undefined;
      timer = undefined;
    },
  };
}
