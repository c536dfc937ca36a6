'use client';

import type { ReactNode } from 'react';
import type { Composition } from '@/lib/dashboard/account/composition';
import type { RiskCounts } from '@/lib/dashboard/account/row-flags';
import type { AccountTotals } from '@/lib/dashboard/account/rows';
import { useView } from '../view-link';
import { CompositionBar } from './composition';
import { CoverageNotice } from './coverage-notice';
import { RiskChips } from './risk-chips';

type Props = {
  head: AccountTotals | undefined;
  risks: RiskCounts;
  composition: Composition;
  /** Facts about an account that is not a wallet. */
  kind: ReactNode;
  /** Whether the list arrives after the page. Then the usual space is reserved, so that the list does not move. */
  isLate: boolean;
};

/** What an account holds: NFTs by collection, risks as filters, and kinds that were not read. */
export function HoldingsSummary({ head, risks, composition, kind, isLate }: Props) {
  const { view } = useView();
  const space = view.tab === 'nfts' ? 'min-h-18 sm:min-h-9' : 'min-h-27 sm:min-h-18';
  return (
    <div className={isLate ? `flow-root ${space} noscript:min-h-0` : ''}>
      {composition.groups.length > 1 && <CompositionBar composition={composition} />}
      <div className="mt-2 flex flex-wrap items-start gap-2 empty:hidden max-sm:flex-col">
        {risks.length > 0 && (
          <div className="chip-row flex min-w-0 flex-wrap gap-2 max-sm:max-w-full max-sm:flex-nowrap max-sm:overflow-x-auto">
            <RiskChips risks={risks} />
          </div>
        )}
        {head && <CoverageNotice notRead={head.notRead} warnings={head.warnings} />}
        {kind}
      </div>
    </div>
  );
}
