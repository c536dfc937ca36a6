import { postOnce } from './exchange';
import { type Outcome, readResponses } from './responses';
import { clientError, SatchelError } from './satchel-error';
import { type Settings, validTimeout } from './settings';

/** A call as sent on the wire, without its id. */
export type WireCall = {
  method: string;
  chainId: unknown;
  params: Record<string, unknown> | readonly unknown[];
};

export type SendOptions = { signal?: AbortSignal; timeoutMs?: number };

/** First delay of the exponential backoff with jitter, in ms, used if the response does not contain a delay. */
const BACKOFF_MS = 250;

/**
 * Sends calls to one endpoint and retries those that can be retried, up to `settings.retries` times. A call is also
 * retried if its response was lost.
 * @param single whether to send a single request instead of a batch
 * @throws the reason of the caller's signal
 */
export async function send(
  settings: Settings,
  group: string,
  calls: readonly WireCall[],
  single: boolean,
  { signal, timeoutMs = settings.timeoutMs }: SendOptions,
): Promise<Outcome[]> {
  const clock = new Clock(validTimeout(timeoutMs), signal);
  const outcomes: Outcome[] = [];
  let pending = calls.map((_, index) => index);
  try {
    for (let attempt = 0; ; attempt++) {
      const backoffMs = BACKOFF_MS * 2 ** attempt * (0.5 + Math.random() / 2);
      const requests = pending.map((index) => ({ jsonrpc: '2.0', id: index + 1, ...calls[index] }));
      const answers = await attemptOnce(settings, group, requests, single, clock.signal, backoffMs);
      for (const [at, index] of pending.entries()) outcomes[index] = answers[at] as Outcome;
      // A call whose wait exceeds the timeout fails at once, without the others of its batch.
      const waits = answers.map((one) =>
        one.ok || one.retryInMs === undefined || !clock.hasTimeFor(one.retryInMs) ? undefined : one.retryInMs,
      );
      pending = pending.filter((_, at) => waits[at] !== undefined);
      const waitMs = Math.max(0, ...waits.map((wait) => wait ?? 0));
      if (pending.length === 0 || attempt >= settings.retries) return outcomes;
      await clock.wait(waitMs);
    }
  } catch (thrown) {
    if (signal?.aborted || !(thrown instanceof SatchelError)) throw thrown;
    for (const index of pending) outcomes[index] = { ok: false, error: thrown };
    return outcomes;
  } finally {
    clock.stop();
  }
}

async function attemptOnce(
  settings: Settings,
  group: string,
  requests: readonly { id: number }[],
  single: boolean,
  signal: AbortSignal,
  backoffMs: number,
): Promise<Outcome[]> {
  const body = writeRequests(single ? requests[0] : requests);
  const ids = requests.map(({ id }) => id);
  try {
    return readResponses(await postOnce(settings, group, body, signal), ids, single, backoffMs);
  } catch (thrown) {
    if (!(thrown instanceof SatchelError) || thrown.reason !== 'network-error') throw thrown;
    return ids.map(() => ({ ok: false, error: thrown, retryInMs: backoffMs }));
  }
}

/** @throws SatchelError `invalid-options` for params that JSON cannot represent */
function writeRequests(requests: unknown): string {
  try {
    return JSON.stringify(requests);
  } catch (cause) {
    throw clientError('invalid-options', 'The params must be JSON, without bigints and cycles', { cause });
  }
}

/** A call's deadline, and a signal that is aborted by the caller or by the deadline. */
class Clock {
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;
  private readonly endsAt: number;
  private readonly timer: ReturnType<typeof setTimeout>;
  private readonly onAbort = () => this.controller.abort(this.from?.reason);

  constructor(
    ms: number,
    private readonly from: AbortSignal | undefined,
  ) {
    this.endsAt = performance.now() + ms;
    this.timer = setTimeout(
      () => this.controller.abort(clientError('timeout', `The call took longer than ${ms} ms (timeoutMs)`)),
      ms,
    );
    if (from?.aborted) this.onAbort();
    else from?.addEventListener('abort', this.onAbort, { once: true });
  }

  hasTimeFor(ms: number): boolean {
    return performance.now() + ms < this.endsAt;
  }

  /**
   * Waits, but at most until the signal is aborted.
   * @throws the signal's reason if it is aborted first
   */
  async wait(ms: number): Promise<void> {
    const { signal } = this;
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', go);
        resolve();
      };
      const timer = setTimeout(go, ms);
      signal.addEventListener('abort', go);
    });
    signal.throwIfAborted();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.from?.removeEventListener('abort', this.onAbort);
  }
}
