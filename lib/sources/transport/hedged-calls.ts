import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import { Batch } from './batch';
import { CallDurations } from './call-durations';
import type { HttpEndpoint } from './http-endpoint';
import type { CallParams } from './transport-type';

/** Their answers are as large as a wallet: asking one endpoint twice costs more than waiting. */
const LARGE_ANSWERS = new Set(['getTokenAccountsByOwner', 'getAssetsByOwner', 'getProgramAccounts']);
const isLarge = (method: string, params: CallParams | Batch): boolean =>
  LARGE_ANSWERS.has(method) ||
  (params instanceof Batch && params.calls.some((call) => LARGE_ANSWERS.has(call.method)));
/** An endpoint that has sent no byte for so long is taken to hang. Default of `silenceMs`. */
const SILENCE_MS = 2_000;

/** Attempts of which a slow one gets a second beside it. */
export class HedgedCalls {
  private readonly durations = new CallDurations();

  /**
   * @param hedgeMs shortest wait before the second attempt; 0 for none
   * @param timeoutMs longest one attempt may take
   * @param silenceMs longest that another endpoint is not asked although the first has sent no byte
   */
  constructor(
    private readonly endpoints: readonly HttpEndpoint[],
    private readonly hedgeMs: number,
    private readonly timeoutMs: number,
    private readonly silenceMs = SILENCE_MS,
  ) {}

  /**
   * One attempt, and a second one beside it when the first is slower than nearly all before it, or hangs. An endpoint
   * that hung until another one had answered is left alone for a while.
   * @throws what the first attempt throws
   */
  async call(
    endpoint: HttpEndpoint,
    method: string,
    params: CallParams | Batch,
    scope: RequestScope,
  ): Promise<unknown> {
    const large = isLarge(method, params);
    const after = this.hedgeAfterMs(method, large);
    if (after === 0) return endpoint.call(method, params, scope, scope.signal);
    const started = performance.now();
    const both = childScope(scope);
    let silent = true;
    let second: HttpEndpoint | undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      const first = endpoint.call(method, params, both.scope, scope.signal, () => {
        silent = false;
      });
      const hedge = new Promise((resolve, reject) => {
        const overtake = (result: unknown) => {
          if (silent && performance.now() - started >= this.silenceMs) endpoint.noteSilence();
          resolve(result);
        };
        timer = setTimeout(() => {
          // The first attempt's own failure is the better news: a failing hedge just waits for it.
          second = this.second(endpoint, large, silent);
          second
            ?.call(method, params, both.scope, scope.signal)
            .then(overtake, () => first.then(resolve, reject));
        }, after);
      });
      const result = await Promise.race([first, hedge]);
      this.durations.add(method, performance.now() - started);
      first.catch(() => undefined);
      return result;
    } finally {
      clearTimeout(timer);
      // Ends whichever of the two is still under way; where there was one, it is over.
      if (second === undefined) both.clear();
      else both.abort();
    }
  }

  /** Milliseconds after which a call of the method gets a second beside it; 0 when it never does. */
  private hedgeAfterMs(method: string, large: boolean): number {
    if (this.hedgeMs === 0) return 0;
    if (large) return this.endpoints.length > 1 ? this.silenceMs : 0;
    const slow = Math.max(this.hedgeMs, this.durations.slow(method) ?? this.timeoutMs / 4);
    return this.endpoints.length > 1 ? Math.min(slow, this.silenceMs) : slow;
  }

  /** Who is asked beside an endpoint; for a large answer only another one, and only if the first has sent no byte. */
  private second(endpoint: HttpEndpoint, large: boolean, silent: boolean): HttpEndpoint | undefined {
    const others = this.endpoints.filter((each) => each !== endpoint);
    if (large) return silent ? others.find((each) => each.waitMs() === 0) : undefined;
    return others.find((each) => each.isIdle) ?? (endpoint.isIdle ? endpoint : undefined);
  }
}
