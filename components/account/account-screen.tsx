'use client';

import { type ReactNode, useMemo, useRef } from 'react';
import { NftFilters } from '@/components/account/gallery/nft-filters';
import { NftGallery } from '@/components/account/gallery/nft-gallery';
import { shownTokens } from '@/lib/dashboard/account/account-view';
import { nftsCsv, rowsJson, tokensCsv } from '@/lib/dashboard/account/export';
import { type FirstView, nftFacets } from '@/lib/dashboard/account/first-view';
import { imageProgress, readSoFar } from '@/lib/dashboard/account/unread-data';
import { useKeptFocus } from '../ui/a11y/use-kept-focus';
import { AccountTabs } from './account-tabs';
import { ExportMenu, exportOf } from './export-menu';
import { AccountHead } from './head/account-head';
import { type EmptyWords, NothingHere } from './nothing-here';
import { OtherTabNote } from './print-note';
import { HoldingsStatus } from './reading/holdings-status';
import { type Holdings, useHoldings } from './reading/use-holdings';
import { RentToReclaim } from './rent-to-reclaim';
import { TokenListNote } from './token-list-note';
import { TokenTable } from './token-table';
import { Toolbar } from './toolbar';
import { useLatest } from './use-latest';
import { useView, ViewProvider } from './view-link';

type Props = {
  addressOrName: string;
  primaryName: string | null;
  chain: number;
  first: FirstView;
  /** What kind of account it is, where it is no plain wallet. */
  kind: ReactNode;
  empty: EmptyWords;
  /** What the account may hold of what was not read. */
  unread: string;
  /** The day that the token list is from, `YYYY-MM-DD`. */
  tokenListDate: string;
};

/** An account: head, kind, tabs, and the list that the address bar asks for. */
export function AccountScreen(props: Props) {
  const { addressOrName, primaryName, chain, first, kind, empty, unread, tokenListDate } = props;
  const holdings = useHoldings(addressOrName, chain, first);
  return (
    <ViewProvider>
      <AccountHead
        addressOrName={addressOrName}
        primaryName={primaryName}
        chain={chain}
        head={holdings.head}
        over={!holdings.reading}
        tokensRead={readSoFar(holdings, 'tokens')}
        nftsRead={readSoFar(holdings, 'nfts')}
        kind={kind}
        unread={unread}
        cameAsPart={first.head?.missing !== undefined}
      />
      <ListOfTab {...{ addressOrName, holdings, first, empty, tokenListDate }} />
    </ViewProvider>
  );
}

type ListProps = {
  addressOrName: string;
  holdings: Holdings;
  first: FirstView;
  empty: EmptyWords;
  tokenListDate: string;
};

function ListOfTab(props: ListProps) {
  const { view } = useView();
  const box = useRef<HTMLDivElement>(null);
  const tab = useRef(view.tab);
  // A tab is drawn anew with its list, and a link of a list may go with its press.
  useKeptFocus(view, () => {
    const switched = tab.current !== view.tab;
    tab.current = view.tab;
    return (
      box.current?.querySelector<HTMLElement>(switched ? '[role=tab][aria-selected=true]' : 'section') ?? null
    );
  });
  return (
    <div ref={box} data-wide="list">
      {view.tab === 'nfts' ? <Nfts {...props} /> : <Tokens {...props} />}
      {props.holdings.head && <OtherTabNote tab={view.tab} {...props.holdings.head} />}
    </div>
  );
}

function Tokens({ addressOrName, holdings, first, empty, tokenListDate }: ListProps) {
  const { view, untouched } = useView();
  const { tokens, head } = holdings;
  const listed = holdings.listed || holdings.part;
  // The rows that came with the page are in its order already.
  const asCame = untouched && !listed;
  // Pictures and warnings, which come late, change neither the order nor what a view shows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above; the head is a new one with each reading.
  const here = useMemo(
    () => (asCame ? { rows: [...tokens], folded: 0 } : shownTokens(tokens, view)),
    [head, tokens.length, view, asCame],
  );
  const rows = useLatest(here.rows, tokens);
  // The page came with the beginning of the list alone, and counted it whole.
  const { shown, folded } = listed ? { shown: here.rows.length, folded: here.folded } : first.facets;
  return (
    <section aria-label="Tokens" tabIndex={-1} className="outline-none">
      <AccountTabs
        holdings={holdings}
        end={
          <ExportMenu
            {...exportOf(holdings, 'tokens', addressOrName, view.chain)}
            csv={() => tokensCsv(rows)}
            json={() => rowsJson(rows)}
          />
        }
      />
      <HoldingsStatus holdings={holdings} />
      <Toolbar what="tokens" holdings={holdings} shown={shown} folded={folded} />
      {(head?.noTokenList || folded > 0 || rows.some(({ unverified }) => unverified)) && (
        <TokenListNote isMissing={head?.noTokenList ?? false} date={tokenListDate} />
      )}
      {here.rows.length > 0 ? (
        <TokenTable
          addressOrName={addressOrName}
          tokens={rows}
          shown={shown}
          folded={folded}
          all={head?.tokens ?? shown + folded}
          owner={head?.address}
          pictures={imageProgress(holdings)}
        />
      ) : (
        <NothingHere
          what="tokens"
          holdings={holdings}
          empty={empty}
          all={head?.tokens}
          counted={first.rows !== 'none' && shown === 0}
        />
      )}
      {head && <RentToReclaim owner={head.address} chain={view.chain} />}
    </section>
  );
}

function Nfts({ addressOrName, holdings, first, empty }: ListProps) {
  const { view, untouched } = useView();
  const { nfts, head } = holdings;
  const listed = holdings.listed || holdings.part;
  const asCame = untouched && !listed;
  // As for tokens: sorting ten thousand names at each picture would leave no time to show them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const computed = useMemo(
    () => (asCame ? { ...first.facets, rows: [...nfts] } : nftFacets(nfts, view)),
    [head, nfts.length, view, asCame, first.facets],
  );
  const rows = useLatest(computed.rows, nfts);
  const facets = listed || first.rows === 'none' ? computed : first.facets;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const collections = useMemo(
    () =>
      asCame
        ? first.facets.groups
        : nftFacets(nfts, { ...view, collection: '', only: [], q: '', flat: false, fold: false }).groups,
    [head, nfts.length, view, asCame, first.facets],
  );
  return (
    <section aria-label="NFTs" tabIndex={-1} className="outline-none">
      <AccountTabs
        holdings={holdings}
        end={
          <ExportMenu
            {...exportOf(holdings, 'nfts', addressOrName, view.chain)}
            csv={() => nftsCsv(rows)}
            json={() => rowsJson(rows)}
          />
        }
      />
      <HoldingsStatus holdings={holdings} />
      <Toolbar what="NFTs" holdings={holdings} shown={facets.shown} folded={facets.folded}>
        <NftFilters
          collections={collections}
          compressedRead={head?.notRead.every(({ what }) => what !== 'compressed') ?? true}
        />
      </Toolbar>
      {computed.rows.length > 0 ? (
        <NftGallery
          addressOrName={addressOrName}
          nfts={rows}
          facets={facets}
          all={head?.nfts ?? facets.shown + facets.folded}
          listed={listed}
          owner={head?.address}
          pictures={imageProgress(holdings)}
          isPart={readSoFar(holdings, 'nfts') !== undefined || head?.missing !== undefined}
        />
      ) : (
        <NothingHere
          what="NFTs"
          holdings={holdings}
          empty={empty}
          all={head?.nfts}
          counted={first.rows !== 'none' && facets.shown === 0}
        />
      )}
    </section>
  );
}
