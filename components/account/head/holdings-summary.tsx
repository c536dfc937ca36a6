'use client';

import type { ReactNode } from 'react';
import { useView, ViewLink } from '@/components/account/view-link';
import type { AccountTotals } from '@/lib/dashboard/account/rows';
import type { RiskCounts, RiskFlag } from '@/lib/dashboard/account/shown-rows';
import { formatCount } from '@/lib/dashboard/format';
import { switchTab } from '@/lib/dashboard/search-params';
import { CoverageNotice } from './coverage-notice';

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

/** Texts that follow the count of items with a risk, and the tone of the chip. */
const WORDS: Record<RiskFlag, { tokens: string; nfts: string; tone: 'bad' | 'caution' }> = {
  'look-alike': { tokens: 'look-alike', nfts: 'look-alike', tone: 'bad' },
  'misleading-name': { tokens: 'misleading name', nfts: 'misleading NFT', tone: 'bad' },
  takeable: { tokens: 'token others can move', nfts: 'NFT others can move', tone: 'bad' },
  locked: { tokens: 'token can’t be moved', nfts: 'NFT can’t be moved', tone: 'caution' },
};

/** Converts a phrase to the plural, as in “2 tokens others can move”. */
const several = (words: string) =>
  /^(token|NFT) /.test(words) ? words.replace(/^(token|NFT)/, '$1s') : `${words}s`;

/** The number of items for each risk, as links to the filtered list. */
function RiskChips({ risks }: { risks: RiskCounts }) {
  const { view } = useView();
  const isPressed = ({ tab, flag }: RiskCounts[number]) =>
    view.tab === tab && view.only.length === 1 && view.only[0] === flag;
  // On phones, only the first ones are in view.
  const weightOf = (risk: RiskCounts[number]) =>
    4 * Number(isPressed(risk)) + 2 * Number(WORDS[risk.flag].tone === 'bad') + Number(risk.tab === view.tab);
  const ordered = [...risks].sort((a, b) => weightOf(b) - weightOf(a));
  return ordered.map((risk) => {
    const { tab, flag, count } = risk;
    const words = WORDS[flag];
    const isOn = isPressed(risk);
    const to = switchTab({ ...view, tab: tab === 'nfts' ? 'tokens' : 'nfts' }, tab);
    return (
      <ViewLink
        key={`${tab} ${flag}`}
        to={{ ...to, only: isOn ? [] : [flag] }}
        current={isOn}
        className={`chip ${words.tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-caution-soft text-caution'}`}
      >
        {formatCount(count)} {count === 1 ? words[tab] : several(words[tab])}
      </ViewLink>
    );
  });
}
