import { linkedSignal } from '@/lib/promises/linked-signal';
import { CallDurations } from './call-durations';
import type { HttpEndpoint } from './http-endpoint';
import type { CallParams } from './transport-type';

/** Their answers are as large as a wallet: asking twice costs more than waiting. */
const NEVER_HEDGED = new Set(['getTokenAccountsByOwner', 'getAssetsByOwner', 'getProgramAccounts']);

/** Attempts of which a slow one gets a second beside it. */
export class HedgedCalls {
  private readonly durations = new CallDurations();

  /**
   * @param hedgeMs shortest wait before the second attempt; 0 for none
   * @param timeoutMs longest one attempt may take
   */
  constructor(
    private readonly endpoints: readonly HttpEndpoint[],
    private readonly hedgeMs: number,
    private readonly timeoutMs: number,
  ) {}

  /**
   * One attempt, and a second one beside it when the first is slower than nearly all before it.
   * @throws what the first attempt throws
   */
  async call(
    endpoint: HttpEndpoint,
    method: string,
    params: CallParams,
    signal: AbortSignal,
  ): Promise<unknown> {
    const started = performance.now();
    const both = linkedSignal(signal);
    let timer: NodeJS.Timeout | undefined;
    try {
      const first = endpoint.call(method, params, both.signal, signal);
      const after = this.hedgeAfterMs(method);
      if (after === 0) return await first;
      const hedge = new Promise((resolve, reject) => {
        timer = setTimeout(() => {
          // The first attempt's own failure is the better news: a failing hedge just waits for it.
          this.idleBeside(endpoint)
            ?.call(method, params, both.signal, signal)
            .then(resolve, () => first.then(resolve, reject));
        }, after);
      });
      const result = await Promise.race([first, hedge]);
      this.durations.add(method, performance.now() - started);
      first.catch(() => undefined);
      return result;
    } finally {
      clearTimeout(timer);
      both.abort();
    }
  }

  /** Milliseconds after which a call of the method is slow; 0 when it is never hedged. */
  private hedgeAfterMs(method: string): number {
    if (this.hedgeMs === 0 || NEVER_HEDGED.has(method)) return 0;
    return Math.max(this.hedgeMs, this.durations.slow(method) ?? this.timeoutMs / 4);
  }

  /** Another endpoint that could start a call at once, or else this one. */
  private idleBeside(endpoint: HttpEndpoint): HttpEndpoint | undefined {
    const other = this.endpoints.find((each) => each !== endpoint && each.isIdle());
    return other ?? (endpoint.isIdle() ? endpoint : undefined);
  }
}
