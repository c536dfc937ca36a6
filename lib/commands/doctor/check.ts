import { setMaxListeners } from 'node:events';
import { abortable } from '@/lib/promises/abortable';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import { Semaphore } from '@/lib/promises/semaphore';

/** `warning`: an optional feature does not work; `failed`: the service does not work until this is fixed. */
export type Status = 'ok' | 'warning' | 'failed' | 'not set';

/** Result of a check. Contains no credentials, URL paths or query strings. */
export type Finding = {
  status: Status;
  found: string;
  /** The variable to set, with a description of the value; undefined if there is nothing to do. */
  set?: string | undefined;
};

export type Check = {
  /** What is checked, such as `Solana 101 api.mainnet-beta.solana.com`. */
  what: string;
  /** The status if the check throws or does not end in time. */
  otherwise: { status: Status; set?: string | undefined };
  run: (scope: RequestScope) => Promise<Finding>;
};

export type Result = { what: string } & Finding;

/** Maximum number of checks that run at the same time. */
const CONCURRENT = 8;
/** Maximum duration of a check, in ms. */
const CHECK_MS = 15_000;

/**
 * Runs all checks, a few at a time.
 * @param totalMs deadline of all checks together; unfinished checks get the status in `otherwise`
 * @param explain describes a thrown value
 * @returns the results in the order of the checks
 */
export async function runChecks(
  checks: readonly Check[],
  {
    signal,
    totalMs,
    checkMs = CHECK_MS,
    explain,
  }: { signal: AbortSignal; totalMs: number; checkMs?: number; explain: (thrown: unknown) => string },
): Promise<Result[]> {
  const all = linkedSignal(signal, { timeoutMs: totalMs });
  setMaxListeners(0, all.signal);
  const places = new Semaphore(CONCURRENT);
  const runOne = async ({ what, run, otherwise }: Check): Promise<Result> => {
    try {
      const release = await places.acquire(all.signal);
      const box = linkedSignal(all.signal, { timeoutMs: checkMs });
      // The number of listeners is not limited, because all calls of a check listen to one signal.
      setMaxListeners(0, box.signal);
      try {
        return { what, ...(await abortable(run(scopeOf(box.signal)), box.signal)) };
      } catch (thrown) {
        const found = box.signal.aborted ? unfinished(box.signal) : explain(thrown);
        return { what, found, ...otherwise };
      } finally {
        box.clear();
        release();
      }
    } catch {
      return { what, found: unfinished(all.signal), ...otherwise };
    }
  };
  try {
    return await Promise.all(checks.map(runOne));
  } finally {
    all.clear();
  }
}

const unfinished = ({ reason }: AbortSignal) =>
  (reason as { name?: string } | undefined)?.name === 'TimeoutError' ? 'no answer in time' : 'interrupted';
