import type { UpstreamHealth } from '@/lib/solana/upstream-health';

/** Time without any response, in ms, after which an endpoint counts as not responding. */
const NO_RESPONSE_MS = 1_250;

/** Health of an endpoint according to its latest responses, as shown on pages. */
export class EndpointHealth {
  private underWay = 0;
  /** When the current wait for a response began. */
  private waitingSince = 0;
  private lastFault: 'limited' | 'failing' | undefined;
  private askedAt = 0;

  /**
   * Starts as healthy.
   * @param timeoutMs timeout of an attempt, after which the call is retried
   */
  constructor(private readonly timeoutMs: number) {}

  /** Reports that a call was sent. */
  sent(): void {
    this.underWay += 1;
    if (this.underWay === 1) this.waitingSince = performance.now();
  }

  /**
   * Reports that a call has ended.
   * @param outcome `aborted` (by the caller) does not change the health
   */
  over(outcome: string): void {
    this.underWay -= 1;
    if (outcome === 'aborted') return;
    if (outcome !== 'timeout') this.waitingSince = performance.now();
    this.lastFault =
      outcome === 'http-429'
        ? 'limited'
        : outcome === 'ok' || outcome === 'rpc-error'
          ? undefined
          : 'failing';
  }

  /** Reports that a retry is planned in `inMs` milliseconds. */
  retryPlanned(inMs: number): void {
    this.askedAt = performance.now() + inMs;
  }

  /**
   * Returns the current problem; undefined if the endpoint is healthy.
   * @param waitMs how long calls to the endpoint are paused, in ms
   */
  now(waitMs: number): UpstreamHealth | undefined {
    const silentMs = this.underWay === 0 ? 0 : performance.now() - this.waitingSince;
    if (silentMs > NO_RESPONSE_MS)
      return { kind: 'silent', againInMs: Math.max(0, this.timeoutMs - (silentMs % this.timeoutMs)) };
    if (this.lastFault === undefined) return undefined;
    return { kind: this.lastFault, againInMs: Math.max(0, waitMs, this.askedAt - performance.now()) };
  }
}

/** If all endpoints have a problem, returns the one that ends first; undefined while an endpoint is healthy. */
export function healthOfAll(
  endpoints: readonly { trouble: () => UpstreamHealth | undefined }[],
): UpstreamHealth | undefined {
  const troubles = endpoints.map((endpoint) => endpoint.trouble());
  if (!troubles.every((each) => each !== undefined)) return undefined;
  return troubles.sort((a, b) => a.againInMs - b.againInMs)[0];
}
