import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import { clusterLabel } from './chains';
import { groupFigures } from './format';

/** A failed lookup. `retryAfterSeconds` is set for a rate limit. */
type Refusal = { reason?: string; message: string; retryAfterSeconds?: number | undefined };

/** Message shown when a visitor has reached this server's rate limit. */
export const TOO_MANY = 'Too many requests from your IP address';

/** Returns the message for a network whose nodes cannot be reached, return errors or limit requests. */
export const networkMessage = (chainId: number, kind?: UpstreamHealth['kind']): string =>
  kind === 'limited'
    ? `Requests to ${clusterLabel(chainId)} are being limited`
    : `Can’t reach ${clusterLabel(chainId)}`;

/** Checks whether the visitor has reached the rate limit. */
export const isRateLimited = (refusal: { reason?: string } | undefined) => refusal?.reason === 'rate-limited';

/** Returns when to retry, which follows `TOO_MANY` on a page. For any other refusal, returns its message. */
export const refusalDetail = ({ message, retryAfterSeconds, ...refusal }: Refusal): string =>
  isRateLimited(refusal) && retryAfterSeconds !== undefined
    ? `Try again in ${retryAfterSeconds} s`
    : groupFigures(message);

/** Returns the message and its detail in one line. */
export const refusalMessage = (refusal: Refusal): string =>
  isRateLimited(refusal) ? `${TOO_MANY}. ${refusalDetail(refusal)}` : refusalDetail(refusal);
