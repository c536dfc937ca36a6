import { deadlineExceeded } from './upstream-errors';

/**
 * Waits `ms` milliseconds.
 * @throws UpstreamUnavailableError when the signal is aborted first
 */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(deadlineExceeded(signal));
    const onAbort = () => {
      clearTimeout(timer);
      reject(deadlineExceeded(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** A bounded number of places; who finds none waits in line. */
export type Places = {
  /**
   * Resolves with the function that gives the place back.
   * @param lane whose call it is: lanes take turns, so that hundreds of calls of one listing hold up no other
   */
  take: (signal: AbortSignal, lane?: object) => Promise<() => void>;
  free: () => number;
};

/** `count` places; first come first served within a lane, the lanes in turn. */
export function places(count: number): Places {
  let free = count;
  const lanes = new Map<object, Set<() => void>>();
  const release = () => {
    const first = lanes.entries().next();
    if (first.done) {
      free += 1;
      return;
    }
    const [lane, line] = first.value;
    const [next] = line;
    lanes.delete(lane);
    if (next === undefined) return;
    line.delete(next);
    // Behind the others, if there are more in it.
    if (line.size > 0) lanes.set(lane, line);
    next();
  };
  const once = () => {
    let given = false;
    return () => {
      if (!given) release();
      given = true;
    };
  };
  return {
    free: () => free,
    take: (signal, lane = signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(deadlineExceeded(signal));
        if (free > 0) {
          free -= 1;
          return resolve(once());
        }
        const line = lanes.get(lane) ?? new Set<() => void>();
        lanes.set(lane, line);
        const turn = () => {
          signal.removeEventListener('abort', onAbort);
          resolve(once());
        };
        const onAbort = () => {
          line.delete(turn);
          if (line.size === 0 && lanes.get(lane) === line) lanes.delete(lane);
          reject(deadlineExceeded(signal));
        };
        line.add(turn);
        signal.addEventListener('abort', onAbort, { once: true });
      }),
  };
}

/** At most `calls` starts of a method in any window of `perMs`. */
export type Pace = { calls: number; perMs: number };

/** Keeps a pace, per method: a call holds its place for the whole window, and lanes wait in turn. */
export function pacer({ calls, perMs }: Pace) {
  const methods = new Map<string, Places>();
  return {
    /** @throws UpstreamUnavailableError when the signal is aborted first */
    turn: async (method: string, signal: AbortSignal, lane?: object): Promise<void> => {
      const window = methods.get(method) ?? places(calls);
      methods.set(method, window);
      const leave = await window.take(signal, lane);
      setTimeout(leave, perMs).unref();
    },
  };
}
