/**
 * Why a token has no price, with sentences for users. The codes are stable. A price is never estimated. This module
 * does not import zod, because pages load it.
 */
export const UNPRICED_REASONS = {
  'no-feed': 'No price feed or stake pool is known for its mint.',
  off: 'The chain has no price feeds, or this service does not read them.',
  unread: 'The price feeds could not be read.',
  'no-account': 'The account of its price feed or stake pool does not exist.',
  'wrong-owner': 'The account of its price feed or stake pool belongs to another program.',
  malformed: 'The account of its price feed or stake pool could not be decoded.',
  'wrong-feed': 'The account of its price feed has the price of something else.',
  'wrong-mint': 'The stake pool belongs to another token.',
  'partially-verified': 'Not all required signatures of its price were verified.',
  'not-positive': 'Its price is zero or negative.',
  stale: 'Its price was not published within 60 seconds of the time on-chain.',
  wide: 'The confidence interval of its price is wider than 2 % of the price.',
  'empty-pool': 'Its stake pool is empty.',
  'stale-pool': 'Its stake pool has not been updated since the epoch before the last.',
  'sol-unpriced': 'Its price depends on the price of SOL, which is missing.',
  'scaled-amount': 'Its amounts are scaled or bear interest, so that the price of one unit is not defined.',
  'mint-missing': 'No node returned its mint, so its decimals are not confirmed.',
} as const;
export type Unpriced = keyof typeof UNPRICED_REASONS;

/** Returns the price of a held token, or why it is unpriced, from the price of its mint. */
export function heldPrice<Price extends object>(
  ofMint: Price | Unpriced,
  { isMintMissing, isScaled }: { isMintMissing: boolean; isScaled: boolean },
): Price | Unpriced {
  if (isMintMissing) return 'mint-missing';
  return typeof ofMint === 'object' && isScaled ? 'scaled-amount' : ofMint;
}
