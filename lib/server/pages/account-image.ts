import 'server-only';
import { childScope } from '@/lib/promises/request-scope';
import type { FirstHoldings } from '@/lib/services/holdings/get-first-holdings';
import { resolveOwner } from '@/lib/services/holdings/resolve-owner';
import type { AccountReading } from '@/lib/solana/account-kind/account-reading';
import { paidFirstHoldings } from './account-page';
import { IMAGE_VIEW } from './page-waits';
import { lookUp, type PageResult } from './visit';

/** What an account's share image shows. */
export type AccountImage = {
  holdings: PageResult<FirstHoldings>;
  /** What the address leads to. */
  kind: PageResult<AccountReading>;
};

/** The first view of an account and what kind of account it is, for a share image that is paid for. */
export async function accountImage(addressOrName: string, chainId: number): Promise<AccountImage> {
  const [holdings, kind] = await Promise.all([
    paidFirstHoldings(addressOrName, chainId),
    lookUp(0, async ({ ports }, scope) => {
      // It is waited for no longer than the holdings are.
      const soon = childScope(scope, { timeoutMs: IMAGE_VIEW.holdingsMs });
      try {
        const owner = await resolveOwner(ports, addressOrName, chainId, soon.scope);
        return await ports.solana.readAccountKind(chainId, owner, soon.scope);
      } finally {
        soon.clear();
      }
    }),
  ]);
  return { holdings, kind };
}
