import { groupFigures } from './format';

/** Why a look-up failed; a rate limit says when to retry. */
type Refusal = { reason?: string; message: string; retryAfterSeconds?: number | undefined };

/** The message for this server's limit per visitor. */
export const TOO_MANY = 'Too many requests from your network';

/** Whether the visitor's limit was reached. */
export const isRateLimited = (refusal: { reason?: string } | undefined) => refusal?.reason === 'rate-limited';

/** The detail after `TOO_MANY`: when to retry. */
export const refusalDetail = ({ message, retryAfterSeconds, ...refusal }: Refusal): string =>
  isRateLimited(refusal) && retryAfterSeconds !== undefined
    ? `Try again in ${retryAfterSeconds} s`
    : groupFigures(message);

/** Both in one line. */
export const refusalMessage = (refusal: Refusal): string =>
  isRateLimited(refusal) ? `${TOO_MANY}. ${refusalDetail(refusal)}` : refusalDetail(refusal);
