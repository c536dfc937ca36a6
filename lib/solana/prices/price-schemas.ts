import * as z from 'zod/mini';
import { describe, describeValues, orAbsent, orNull, withId } from '@/lib/json/describe';
import { SolanaAddress } from '@/lib/solana/address/address';
import { address, int, text } from '@/lib/solana/holdings-fields';
import { UNPRICED_REASONS, type Unpriced } from './unpriced';

/** Fields with `options.prices` (contract §3). Safe in the browser. */

const USD = 'as a decimal string without an exponent';

const PriceFields = z
  .object({
    usd: text(`US dollars for one whole token, ${USD}; of a stake pool's token rounded down to 12 decimals.`),
    confidence: text(`Half the width of the confidence interval of \`usd\` in US dollars, ${USD}.`),
    publishTime: int("When the feed's publishers signed the price, in seconds since 1970."),
    feed: address('Account of the Pyth feed.'),
    pool: orNull(
      SolanaAddress,
      "Stake pool whose rate was multiplied by the feed's price of SOL; null if the feed is of the token itself.",
    ),
  })
  .check(withId('Price', 'A price and its source.'));

const UnpricedReason = z
  .enum(Object.keys(UNPRICED_REASONS) as [Unpriced, ...Unpriced[]])
  .check(describe(`Why there is no price. ${describeValues(UNPRICED_REASONS)}`));

/** The price of a token or of SOL, and the value of the amount held. */
export const priceFields = {
  price: orAbsent(z.nullable(PriceFields), 'With `prices`: the price; null without one.'),
  unpriced: orAbsent(z.nullable(UnpricedReason), 'With `prices`: why there is no price; null with one.'),
};

/** Creates the schema of a value. */
export const valueField = (of: string) =>
  orAbsent(
    z.nullable(z.string()),
    `With \`prices\`: ${of} in US dollars, rounded down to 6 decimals, ${USD}.`,
  );

/** The number of items with a price. */
export const pricedField = orAbsent(
  z.object({
    n: int('Number of those with a price.'),
    of: int('Number of tokens in this response, and one for SOL.'),
  }),
  'With `prices`: how much of the value is known. NFTs have no price and are not counted.',
);
