import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/**
 * Results of a load run. Latencies are in ms, from the time a call was due (not from when a connection became free).
 */
export type LoadResult = {
  seconds: number;
  sent: number;
  accepted: number[];
  refused: number[];
  /** Failures by name: statuses other than 200, 429 and 503, errors in a 200 response, and failed connections. */
  failures: Map<string, number>;
  /** Longest delay, in ms, with which this process started a call. */
  loaderLateMs: number;
};

export type LoadCall = { path: string; body: string };

const RETRY_MS = 20;

/**
 * Starts calls at a fixed rate, without waiting for earlier ones (open loop). Resolves when all have ended.
 * @param call makes call number `n`, which was due at `dueAt` of `performance.now()`
 */
export async function atPace(
  perSecond: number,
  seconds: number,
  call: (n: number, dueAt: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const pending: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const dueAt = startedAt + (n * 1_000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await sleep(early);
    // Let responses arrive while this process is late.
    else if (n % 16 === 0) await nextTurn();
    pending.push(call(n, dueAt));
  }
  await Promise.all(pending);
}

/**
 * Sends calls to a port on loopback over a fixed number of connections, one call at a time on each.
 * @param options `perSecond` is the number of calls started per second (open loop); if it is undefined, each connection
 * sends its next call after the response to the previous one (closed loop)
 */
export async function runLoad(options: {
  port: number;
  authorization: string;
  connections: number;
  seconds: number;
  perSecond: number | undefined;
  next: () => LoadCall;
}): Promise<LoadResult> {
  const { port, authorization, connections, seconds, perSecond, next } = options;
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections });
  const headers = { 'content-type': 'application/json', authorization };
  const result: LoadResult = {
    seconds,
    sent: 0,
    accepted: [],
    refused: [],
    failures: new Map(),
    loaderLateMs: 0,
  };
  const fail = (what: string) => result.failures.set(what, (result.failures.get(what) ?? 0) + 1);
  // The client closes connections that it does not need.
  pool.on('disconnect', (_origin, _targets, error) => {
    if (error.message !== 'socket idle timeout' && !pool.closed) fail(`connection closed: ${error.message}`);
  });
  /** Makes a call. Resolves to whether it was accepted. */
  const send = async ({ path, body }: LoadCall, dueAt: number): Promise<boolean> => {
    result.sent += 1;
    result.loaderLateMs = Math.max(result.loaderLateMs, performance.now() - dueAt);
    try {
      const response = await pool.request({ path, method: 'POST', headers, body });
      const text = await response.body.text();
      const ms = performance.now() - dueAt;
      if (response.statusCode === 503 || response.statusCode === 429) result.refused.push(ms);
      else if (response.statusCode !== 200) fail(`status ${response.statusCode}`);
      else if (text.includes('"error"')) fail(`200 with ${text.slice(0, 150)}`);
      else result.accepted.push(ms);
      return response.statusCode === 200;
    } catch (error) {
      fail(`connection: ${(error as Error).message}`);
      return false;
    }
  };
  if (perSecond !== undefined)
    await atPace(perSecond, seconds, async (_, dueAt) => void (await send(next(), dueAt)));
  else {
    const endsAt = performance.now() + seconds * 1_000;
    const lane = async () => {
      let call = next();
      while (performance.now() < endsAt) {
        // Retry rejected calls: fast rejections would otherwise change the mix of calls.
        if (await send(call, performance.now())) call = next();
        else await sleep(RETRY_MS);
      }
    };
    await Promise.all(Array.from({ length: connections }, lane));
  }
  await pool.close();
  return result;
}

/**
 * Returns a percentile of values.
 * @param share between 0 and 1
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
