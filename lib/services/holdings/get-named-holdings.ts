import { childScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { NAME_UNREAD, withKindNotRead, withKindRead } from '@/lib/solana/coverage';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import { withValues } from '@/lib/solana/holdings-values';
import { noPrices } from '@/lib/solana/prices/price-table';
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
  const box = childScope(options.scope, { timeoutMs: EXTRAS_MS });
  const naming = solana.primaryName(chainId, owner, box.scope).catch(() => undefined);
  const pricing = prices && solana.prices(chainId, box.scope).catch(() => noPrices('unread'));
  const staking = stake && solana.stakeAccounts(chainId, owner, options.scope);
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
