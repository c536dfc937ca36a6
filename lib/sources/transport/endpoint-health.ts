import type { UpstreamHealth } from '@/lib/solana/upstream-health';

/** From so long a silence on, an endpoint is taken to hang. */
const SILENT_MS = 1_250;

/** What an endpoint's last answers say of it, for those who look on. */
export class EndpointHealth {
  private underWay = 0;
  /** Since when somebody waits for a word. */
  private waitingSince = 0;
  private lastFault: 'limited' | 'failing' | undefined;
  private askedAt = 0;

  /** @param timeoutMs when a silent call is given up and made again */
  constructor(private readonly timeoutMs: number) {}

  /** A call was sent. */
  sent(): void {
    this.underWay += 1;
    if (this.underWay === 1) this.waitingSince = performance.now();
  }

  /** A call is over. @param outcome `aborted` by the caller tells nothing */
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

  /** It will be asked again in so many milliseconds. */
  willBeAsked(inMs: number): void {
    this.askedAt = performance.now() + inMs;
  }

  /** What is wrong; undefined where nothing is. @param waitMs how long it is left alone */
  now(waitMs: number): UpstreamHealth | undefined {
    const silentMs = this.underWay === 0 ? 0 : performance.now() - this.waitingSince;
    if (silentMs > SILENT_MS)
      return { kind: 'silent', againInMs: Math.max(0, this.timeoutMs - (silentMs % this.timeoutMs)) };
    if (this.lastFault === undefined) return undefined;
    return { kind: this.lastFault, againInMs: Math.max(0, waitMs, this.askedAt - performance.now()) };
  }
}

/** What is wrong with all endpoints of a list; undefined while one of them is well. */
export function healthOfAll(
  endpoints: readonly { trouble: () => UpstreamHealth | undefined }[],
): UpstreamHealth | undefined {
  const troubles = endpoints.map((endpoint) => endpoint.trouble());
  if (!troubles.every((each) => each !== undefined)) return undefined;
  return troubles.sort((a, b) => a.againInMs - b.againInMs)[0];
}
