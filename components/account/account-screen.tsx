'use client';

import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import type { FirstView } from '@/lib/dashboard/account/first-view';
import { countRisks } from '@/lib/dashboard/account/row-flags';
import { shownTokens } from '@/lib/dashboard/account/shown-rows';
import { readSoFar } from '@/lib/dashboard/account/unread-data';
import { tabWithItems } from '@/lib/dashboard/search-params';
import { useKeptFocus } from '../ui/a11y/use-kept-focus';
import { AccountHead } from './head/account-head';
import { ListBar } from './list-bar';
import { type ListProps, NftList } from './nft-list';
import { NothingHere } from './nothing-here';
import { OtherTabNote } from './print-note';
import { HoldingsStatus, hasOnlyTrouble } from './reading/holdings-status';
import { useHoldings } from './reading/use-holdings';
import { RentToReclaim } from './rent-to-reclaim';
import { ShareMenu, type ShownRows } from './share-menu';
import { TokenListNote } from './token-list-note';
import { TokenTable } from './token-table';
import { useView, ViewProvider } from './view-link';

type Props = {
  addressOrName: string;
  /** The primary `.sol` name of the address. */
  primaryName: string | null;
  chain: number;
  first: FirstView;
  /** Type of account, if it is not a wallet. */
  kindTitle: string | undefined;
  /** Heading instead of the address. */
  title: ReactNode;
  /** Facts about an account that is not a wallet. */
  kind: ReactNode;
  use: AccountUse;
  /** Date of the token list, `YYYY-MM-DD`. */
  tokenListDate: string;
};

/** `absent`: no account exists, but the address can own token accounts; `other`: not a wallet. */
export type AccountUse = 'wallet' | 'absent' | 'other';

/** An account: header, type of account, and the list that the page's URL selects. */
export function AccountScreen({
  addressOrName,
  primaryName,
  chain,
  first,
  kindTitle,
  title,
  kind,
  use,
  tokenListDate,
}: Props) {
  const holdings = useHoldings(addressOrName, chain, first);
  const shown = useRef<ShownRows>({ tab: 'tokens', rows: [] });
  const { head, listed, tokens, nfts } = holdings;
  // Anyone can send tokens to any address, so that a mint can hold some.
  const hasHoldings = use === 'wallet' || (head !== undefined && head.tokens + head.nfts > 0);
  const risks = useMemo(
    () => (listed ? countRisks(tokens, nfts) : first.risks),
    [listed, tokens, nfts, first.risks],
  );
  return (
    <ViewProvider defaultTab={tabWithItems(first.head)}>
      <AccountHead
        addressOrName={addressOrName}
        primaryName={primaryName}
        chain={chain}
        head={head}
        over={!holdings.reading || hasOnlyTrouble(holdings)}
        tokensRead={readSoFar(holdings, 'tokens')}
        nftsRead={readSoFar(holdings, 'nfts')}
        kindTitle={kindTitle}
        title={title}
        hasHoldings={hasHoldings}
        kind={kind}
        risks={risks}
        share={<ShareMenu {...{ addressOrName, chain, holdings }} shown={() => shown.current} />}
      />
      {hasHoldings ? (
        <ListOfTab {...{ addressOrName, holdings, first, tokenListDate, shown }} hasRent={use !== 'other'} />
      ) : (
        use === 'absent' && <HoldingsStatus holdings={holdings} />
      )}
    </ViewProvider>
  );
}

function ListOfTab(props: ListProps) {
  const { view } = useView();
  const box = useRef<HTMLDivElement>(null);
  const tab = useRef(view.tab);
  // A focused element of a list disappears when another list is shown.
  useKeptFocus(view, () => {
    const switched = tab.current !== view.tab;
    tab.current = view.tab;
    return (
      box.current?.querySelector<HTMLElement>(switched ? '[role=tab][aria-selected=true]' : 'section') ?? null
    );
  });
  return (
    <div ref={box} data-wide="list">
      {view.tab === 'nfts' ? <NftList {...props} /> : <Tokens {...props} />}
      {props.holdings.head && <OtherTabNote tab={view.tab} {...props.holdings.head} />}
    </div>
  );
}

function Tokens({ addressOrName, holdings, first, hasRent, tokenListDate, shown: shownRows }: ListProps) {
  const { view, untouched } = useView();
  const { tokens, head, listed } = holdings;
  // Rows in the page's HTML are already filtered and sorted, unless the view has changed.
  const asCame = untouched && !listed;
  const here = useMemo(
    () => (asCame ? { rows: tokens, folded: 0 } : shownTokens(tokens, view)),
    [tokens, view, asCame],
  );
  const { rows } = here;
  useLayoutEffect(() => {
    shownRows.current = { tab: 'tokens', rows };
  }, [rows, shownRows]);
  // Until the list has arrived, the counts come from the page's HTML, which contains only the first rows.
  const { shown, folded } = listed ? { shown: rows.length, folded: here.folded } : first.facets;
  return (
    <section aria-label="Tokens" tabIndex={-1} className="outline-none">
      <ListBar holdings={holdings} all={head?.tokens} shown={shown} folded={folded} />
      <HoldingsStatus holdings={holdings} />
      {rows.length > 0 ? (
        <TokenTable
          addressOrName={addressOrName}
          tokens={rows}
          shown={shown}
          folded={folded}
          all={head?.tokens ?? shown + folded}
        />
      ) : (
        <NothingHere
          what="tokens"
          holdings={holdings}
          all={head?.tokens}
          counted={first.rows !== 'none' && shown === 0}
        />
      )}
      {(head?.noTokenList || folded > 0 || rows.some(({ unverified }) => unverified)) && (
        <TokenListNote isMissing={head?.noTokenList ?? false} date={tokenListDate} />
      )}
      {head && hasRent && <RentToReclaim owner={head.address} chain={view.chain} />}
    </section>
  );
}
