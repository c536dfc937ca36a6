import { childScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { NAME_UNREAD, withKindNotRead, withKindRead } from '@/lib/solana/coverage';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import { type Decimal, dollarValue, formatDecimal, sumOf } from '@/lib/solana/prices/decimal';
import { isPrice, noPrices, type Price, type PriceTable, priceText } from '@/lib/solana/prices/price-table';
import { heldPrice, type Unpriced } from '@/lib/solana/prices/unpriced';
import { WRAPPED_SOL_MINT } from '@/lib/solana/programs';
import type { ReadHoldingsOptions, StakeScan } from '@/lib/solana/solana-source';
import type { Ports } from '../ports';

/** Longest wait, in ms, for the primary name and for the prices. */
const EXTRAS_MS = 5_000;

/**
 * Reads holdings and, in parallel, the owner's primary `.sol` name and what else is requested. If the name or the stake
 * accounts cannot be read, coverage reports it; without prices, everything is unpriced.
 */
export async function getNamedHoldings(
  { solana }: Pick<Ports, 'solana'>,
  chainId: number,
  owner: SolanaAddress,
  {
    prices,
    stake,
    ...options
  }: ReadHoldingsOptions & { prices?: boolean | undefined; stake?: boolean | undefined },
): Promise<ExtendedHoldings> {
  const box = childScope(options.scope);
  const extras = childScope(box.scope, { timeoutMs: EXTRAS_MS });
  const naming = solana.primaryName(chainId, owner, extras.scope).catch(() => undefined);
  const pricing = prices && solana.prices(chainId, extras.scope).catch(() => noPrices('unread'));
  const staking = stake && solana.stakeAccounts(chainId, owner, box.scope);
  // Avoid an unhandled rejection; awaited below.
  if (staking) staking.catch(() => undefined);
  try {
    const read = await solana.getHoldings(chainId, owner, options);
    const named = withName(read, await naming);
    const staked = staking ? withStake(named, owner, await staking) : named;
    return pricing ? withValues(staked, await pricing) : staked;
  } finally {
    box.abort();
  }
}

function withName(holdings: ExtendedHoldings, primaryName: string | null | undefined): ExtendedHoldings {
  if (primaryName !== undefined) return { ...holdings, primaryName };
  const { coverage } = holdings;
  return { ...holdings, coverage: { ...coverage, notRead: [...coverage.notRead, NAME_UNREAD] } };
}

function withStake(holdings: ExtendedHoldings, owner: SolanaAddress, scan: StakeScan): ExtendedHoldings {
  const { coverage } = holdings;
  if (typeof scan === 'string')
    return {
      ...holdings,
      coverage: withKindNotRead(coverage, 'stake', scan),
      stake: null,
      stakedLamports: null,
    };
  const own = scan.filter(({ withdrawer }) => withdrawer === owner);
  return {
    ...holdings,
    coverage: withKindRead(coverage, 'stake'),
    stake: scan,
    stakedLamports: own.reduce((sum, { lamports }) => sum + lamports, 0n),
  };
}

const LAMPORTS_SCALE = 9;

/** Returns the price in the format of responses. */
const priceMembers = (found: Price | Unpriced) =>
  isPrice(found) ? { price: priceText(found), unpriced: null } : { price: null, unpriced: found };

/**
 * Adds prices and values to holdings: of each token, of SOL, and their sum, with the stake that is in the holdings.
 * Every value is rounded down to 6 decimals, and the sum is that of the rounded values.
 */
function withValues(holdings: ExtendedHoldings, table: PriceTable): ExtendedHoldings {
  const values: Decimal[] = [];
  const valueAt = (units: bigint, scale: number, price: Price | Unpriced) => {
    if (!isPrice(price)) return null;
    const value = dollarValue({ units, scale }, price.usd);
    values.push(value);
    return formatDecimal(value);
  };
  const tokens = holdings.tokens.map((token) => {
    const { scaledUiAmount, interestBearing } = token.mintFacts;
    const price = heldPrice(table.find(token.mint), {
      isMintMissing: token.warnings.includes('mint-missing'),
      isScaled: scaledUiAmount !== undefined || interestBearing !== undefined,
    });
    return { ...token, ...priceMembers(price), value: valueAt(token.amount, token.decimals, price) };
  });
  const sol = table.find(WRAPPED_SOL_MINT);
  valueAt(holdings.lamports, LAMPORTS_SCALE, sol);
  const n = values.length;
  valueAt(holdings.stakedLamports ?? 0n, LAMPORTS_SCALE, sol);
  return {
    ...holdings,
    tokens,
    ...priceMembers(sol),
    value: formatDecimal(sumOf(values)),
    priced: { n, of: tokens.length + 1 },
  };
}
