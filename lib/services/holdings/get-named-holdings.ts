import { childScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { NAME_UNREAD } from '@/lib/solana/coverage';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { ReadHoldingsOptions } from '@/lib/solana/solana-source';
import type { Ports } from '../ports';

/** Longest wait, in ms, for the primary name. */
const NAME_MS = 5_000;

/** Reads holdings and the owner's primary `.sol` name in parallel. If the name cannot be read, coverage reports it. */
export async function getNamedHoldings(
  { solana }: Pick<Ports, 'solana'>,
  chainId: number,
  owner: SolanaAddress,
  options: ReadHoldingsOptions,
): Promise<ExtendedHoldings> {
  const box = childScope(options.scope, { timeoutMs: NAME_MS });
  const naming = solana.primaryName(chainId, owner, box.scope).catch(() => undefined);
  try {
    const holdings = await solana.getHoldings(chainId, owner, options);
    const primaryName = await naming;
    if (primaryName !== undefined) return { ...holdings, primaryName };
    const { coverage } = holdings;
    return { ...holdings, coverage: { ...coverage, notRead: [...coverage.notRead, NAME_UNREAD] } };
  } finally {
    box.abort();
    box.clear();
  }
}
