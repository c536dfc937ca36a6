import { asBuffer, attempt, BorshReader } from '@/lib/solana/accounts/account-bytes';
import { type Clock, decodeClock } from '@/lib/solana/accounts/clock';
import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { CLOCK_ADDRESS, isWrappedSol, WRAPPED_SOL_MINT } from '@/lib/solana/programs';
import { type Decimal, formatDecimal } from './decimal';
import { feedAccounts, type PriceSource, type PriceSources, STAKE_POOL_PROGRAMS } from './price-sources';
import type { Unpriced } from './unpriced';

/** The price of one whole token. */
export type Price = {
  /** In US dollars. */
  usd: Decimal;
  /** Half the width of the confidence interval, in US dollars. */
  confidence: Decimal;
  /** When the feed's publishers signed the price, in seconds since 1970. */
  publishTime: number;
  /** The account of the feed. */
  feed: SolanaAddress;
  /** The stake pool whose rate was multiplied by the feed's price of SOL; null if the feed is of the token itself. */
  pool: SolanaAddress | null;
};

/** The prices of a chain at one slot. */
export type PriceTable = {
  /** Returns the price of a mint, or why it is unpriced. */
  find: (mint: SolanaAddress) => Price | Unpriced;
  /** The mints that have a feed or a stake pool. */
  mints: readonly SolanaAddress[];
  /** The chain's clock, in seconds since 1970; 0 if the table could not be read. */
  chainTime: number;
};

/** Returns a table without prices. */
export const noPrices = (why: Unpriced): PriceTable => ({ find: () => why, mints: [], chainTime: 0 });

/** Returns a price in the format of responses. */
export const priceText = ({ usd, confidence, ...source }: Price) => ({
  usd: formatDecimal(usd),
  confidence: formatDecimal(confidence),
  ...source,
});
export type PriceText = ReturnType<typeof priceText>;

/** Returns whether `find` returned a price. */
export const isPrice = (found: Price | Unpriced): found is Price => typeof found === 'object';

/** An account; null if it does not exist. */
type Account = { owner: string; data: Uint8Array } | null;

/** Oldest publish time of a price, and the newest one, in seconds before and after the chain's clock. */
const MAX_AGE = 60n;
/** Widest confidence interval: the 50th part of the price (2 %). */
const MIN_PRICE_TO_CONFIDENCE = 50n;
/** Decimals of a price that was calculated from the rate of a stake pool. */
const POOL_PRICE_SCALE = 12;

/** Returns the accounts from which a table is made: the clock, two for each feed, and one for each pool. */
export const priceAccounts = (sources: PriceSources): SolanaAddress[] => [
  CLOCK_ADDRESS,
  ...sources.flatMap((source) =>
    'feedId' in source ? feedAccounts(source.feedId).map(({ feed }) => feed) : [source.pool],
  ),
];

/**
 * Makes a table from the accounts of `priceAccounts`.
 * @param accountOf returns an account, all of them at the same slot
 */
export function priceTable(sources: PriceSources, accountOf: (address: string) => Account): PriceTable {
  const clock = decodeClock(accountOf(CLOCK_ADDRESS)?.data ?? new Uint8Array());
  if (clock === undefined) return noPrices('unread');
  const sol = feedPrice(sources[0].feedId, clock, accountOf);
  const priceOf = (source: PriceSource) =>
    'feedId' in source
      ? feedPrice(source.feedId, clock, accountOf)
      : poolPrice(source, sol, clock, accountOf(source.pool));
  const prices = new Map(sources.map((source) => [source.mint, priceOf(source)]));
  return {
    find: (mint) => prices.get(isWrappedSol(mint) ? WRAPPED_SOL_MINT : mint) ?? 'no-feed',
    mints: [...prices.keys()],
    chainTime: Number(clock.unixTimestamp),
  };
}

/** Returns the newer of the prices in the feed's accounts. */
function feedPrice(feedId: string, clock: Clock, accountOf: (address: string) => Account): Price | Unpriced {
  const found = feedAccounts(feedId).map(({ feed, receiver }) =>
    readFeed(feed, accountOf(feed), { receiver, feedId, clock }),
  );
  const [newest] = found.filter(isPrice).sort((a, b) => b.publishTime - a.publishTime);
  return newest ?? found.find((reason) => reason !== 'no-account') ?? 'no-account';
}

type Expected = { receiver: string; feedId: string; clock: Clock };

function readFeed(
  feed: SolanaAddress,
  account: Account,
  { receiver, feedId, clock }: Expected,
): Price | Unpriced {
  if (account === null) return 'no-account';
  if (account.owner !== receiver) return 'wrong-owner';
  const update = decodePriceUpdate(account.data);
  // Pyth's exponents are between -12 and 0.
  if (update === undefined || update.exponent > 0 || update.exponent < -18) return 'malformed';
  const { price, confidence, publishTime } = update;
  if (update.feedId !== feedId) return 'wrong-feed';
  if (!update.isFullyVerified) return 'partially-verified';
  if (price <= 0n) return 'not-positive';
  const age = clock.unixTimestamp - publishTime;
  if (age > MAX_AGE || age < -MAX_AGE) return 'stale';
  if (confidence * MIN_PRICE_TO_CONFIDENCE > price) return 'wide';
  const scale = -update.exponent;
  return {
    usd: { units: price, scale },
    confidence: { units: confidence, scale },
    publishTime: Number(publishTime),
    feed,
    pool: null,
  };
}

/**
 * Calculates the price of a stake pool's token: lamports per raw unit, as the program pays them out before fees, times
 * the price of SOL. The price is rounded down, its confidence up.
 */
function poolPrice(
  { mint, pool }: { mint: SolanaAddress; pool: SolanaAddress },
  sol: Price | Unpriced,
  clock: Clock,
  account: Account,
): Price | Unpriced {
  if (account === null) return 'no-account';
  if (!STAKE_POOL_PROGRAMS.includes(account.owner)) return 'wrong-owner';
  const found = decodeStakePool(account.data);
  if (found === undefined) return 'malformed';
  if (found.mint !== mint) return 'wrong-mint';
  const { lamports, supply, epoch } = found;
  if (lamports === 0n || supply === 0n) return 'empty-pool';
  // Pools are updated in the first hours of an epoch.
  if (epoch + 1n < clock.epoch) return 'stale-pool';
  if (!isPrice(sol)) return 'sol-unpriced';
  const numerator = ({ units }: Decimal) => units * lamports * 10n ** BigInt(POOL_PRICE_SCALE);
  const denominator = supply * 10n ** BigInt(sol.usd.scale);
  const usd = numerator(sol.usd) / denominator;
  if (usd === 0n) return 'not-positive';
  const confidence = (numerator(sol.confidence) + denominator - 1n) / denominator;
  return {
    ...sol,
    usd: { units: usd, scale: POOL_PRICE_SCALE },
    confidence: { units: confidence, scale: POOL_PRICE_SCALE },
    pool,
  };
}

/** Start of the SHA-256 of `account:PriceUpdateV2`. */
const DISCRIMINATOR = Buffer.from('22f123639d7ef4cd', 'hex');

/**
 * Decodes an account of Pyth's receiver program, which has a price as the feed's publishers signed it
 * (pyth-solana-receiver-sdk `PriceUpdateV2`: discriminator, write authority, verification level, then pythnet-sdk
 * `PriceFeedMessage`). The level takes two bytes if it is partial, otherwise one, so that all later offsets depend on it.
 * @returns undefined if the bytes are not a price update
 */
function decodePriceUpdate(bytes: Uint8Array) {
  const buffer = asBuffer(bytes);
  if (!buffer.subarray(0, 8).equals(DISCRIMINATOR)) return undefined;
  const reader = new BorshReader(buffer, 40);
  return attempt(() => {
    const level = reader.uint8();
    if (level > 1) return undefined;
    if (level === 0) reader.uint8();
    const feedId = buffer.toString('hex', reader.at, reader.at + 32);
    reader.at += 32;
    return {
      /** The feed's id, 32 bytes in hex. */
      feedId,
      /** Whether enough guardians have signed, instead of only some of them. */
      isFullyVerified: level === 1,
      /** The price is `price` × 10^`exponent`, i64. */
      price: BigInt.asIntN(64, reader.uint64()),
      /** Half the width of the confidence interval, with the same exponent, u64. */
      confidence: reader.uint64(),
      exponent: reader.uint32() | 0,
      /** Seconds since 1970, i64. */
      publishTime: BigInt.asIntN(64, reader.uint64()),
    };
  });
}

/** End of the last field that is read. */
const MIN_BYTES = 282;

/**
 * Decodes the parts of a stake pool that determine the rate of its token (spl-stake-pool `StakePool`: account type 1;
 * mint at offset 162; lamports, supply and epoch from 258, all u64).
 * @returns undefined if the bytes are not a stake pool
 */
function decodeStakePool(bytes: Uint8Array) {
  if (bytes.length < MIN_BYTES || bytes[0] !== 1) return undefined;
  const buffer = asBuffer(bytes);
  return {
    mint: encodeAddress(buffer, 162),
    /** Stake of the pool. */
    lamports: buffer.readBigUInt64LE(258),
    /** Supply of the pool's token in raw units. Its mint always has 9 decimals, like SOL. */
    supply: buffer.readBigUInt64LE(266),
    /** Epoch of the pool's last update. */
    epoch: buffer.readBigUInt64LE(274),
  };
}
