import 'server-only';
import asyncHooks from 'node:async_hooks';

/** How long no page was under way before the storages are switched off: what Next does after an answer has its context. */
const QUIET_MS = 1000;

export type PageContexts = {
  /** A page begins. */
  begin: () => void;
  /** A page that began has ended. */
  end: () => void;
};

/**
 * Switches the `AsyncLocalStorage`s of Next and React off while no page is under way. Once one was used, Node calls its
 * async hooks for every promise and every tick of the process, for the RPC endpoint too, which has no use for them: a
 * look-up costs 0.052 ms of CPU with them and 0.036 without. The next page's `run` switches its storage on again, as
 * Node documents for `disable`. To be called before Next is loaded: only storages made afterwards are known.
 */
export function recordPageContexts(quietMs = QUIET_MS): PageContexts {
  const storages: asyncHooks.AsyncLocalStorage<unknown>[] = [];
  asyncHooks.AsyncLocalStorage = class<T> extends asyncHooks.AsyncLocalStorage<T> {
    constructor() {
      super();
      storages.push(this as asyncHooks.AsyncLocalStorage<unknown>);
    }
  };
  let underWay = 0;
  let quiet: NodeJS.Timeout | undefined;
  return {
    begin: () => {
      underWay++;
      clearTimeout(quiet);
    },
    end: () => {
      underWay--;
      if (underWay > 0) return;
      quiet = setTimeout(() => {
        for (const storage of storages) storage.disable();
      }, quietMs);
      quiet.unref();
    },
  };
}
