'use client';

import type { ReactNode } from 'react';
import type { AccountTotals } from '@/lib/dashboard/account/rows';
import type { RiskCounts } from '@/lib/dashboard/account/shown-rows';
import { CoverageNotice } from './coverage-notice';
import { RiskChips } from './risk-chips';

type Props = {
  head: AccountTotals | undefined;
  risks: RiskCounts;
  /** Facts about an account that is not a wallet. */
  kind: ReactNode;
  /** Whether the list arrives after the page. Then the usual space is reserved, so that the list does not move. */
  isLate: boolean;
};

/** Risks of what an account holds, as filters, and kinds that were not read. */
export function HoldingsSummary({ head, risks, kind, isLate }: Props) {
  return (
    <div className={isLate ? 'flow-root min-h-18 noscript:min-h-0 lg:min-h-9' : ''}>
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
