import { groupFigures } from './format';

/** Why a look-up was refused or failed; a limit says how long it lasts. */
type Refusal = { reason?: string; message: string; retryAfterSeconds?: number | undefined };

/** What is said wherever this server's own limit of a visitor is met. */
export const TOO_MANY = 'Too many requests from your network';

/** Whether the limit of a visitor was met. */
export const isRateLimited = (refusal: { reason?: string } | undefined) => refusal?.reason === 'rate-limited';

/** Why, without what `TOO_MANY` has said: of a limit it matters how long it lasts, not what it is. */
export const whyWords = ({ message, retryAfterSeconds, ...refusal }: Refusal): string =>
  isRateLimited(refusal) && retryAfterSeconds !== undefined
    ? `Try again in ${retryAfterSeconds} s`
    : groupFigures(message);

/** The whole of it in one line. */
export const refusalWords = (refusal: Refusal): string =>
  isRateLimited(refusal) ? `${TOO_MANY}. ${whyWords(refusal)}` : whyWords(refusal);
