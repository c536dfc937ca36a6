/** Throttles updates: calls `draw` with the latest value at most once every `ms` milliseconds. */
export function throttleLatest<T>(draw: (value: T) => void, ms = 150) {
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
    /** Cancels a pending update. */
    end() {
      clearTimeout(timer);
      latest = undefined;
      timer = undefined;
    },
  };
}
