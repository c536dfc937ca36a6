'use client';

import { useMemo } from 'react';
import { NftFilters } from '@/components/account/gallery/nft-filters';
import { NftGallery } from '@/components/account/gallery/nft-gallery';
import { shownTokens } from '@/lib/dashboard/account/account-view';
import { nftsCsv, rowsJson, tokensCsv } from '@/lib/dashboard/account/export';
import { type FirstView, nftFacets } from '@/lib/dashboard/account/first-view';
import { Notice } from '../ui/notice';
import { AccountHead } from './account-head';
import { AccountTabs } from './account-tabs';
import { ExportMenu } from './export-menu';
import { HoldingsStatus } from './holdings-status';
import { GallerySkeleton, TableSkeleton } from './list-skeletons';
import { TokenTable } from './token-table';
import { Toolbar } from './toolbar';
import { type Holdings, useHoldings } from './use-holdings';
import { useView, ViewLink, ViewProvider } from './view-link';

type Props = { addressOrName: string; chain: number; first: FirstView };

/** An account: head, tabs, and the list that the address bar asks for. */
export function AccountScreen({ addressOrName, chain, first }: Props) {
  const holdings = useHoldings(addressOrName, chain, first);
  return (
    <ViewProvider>
      <AccountHead
        addressOrName={addressOrName}
        chain={chain}
        head={holdings.head}
        over={!holdings.reading}
      />
      <ListOfTab addressOrName={addressOrName} holdings={holdings} first={first} />
    </ViewProvider>
  );
}

type ListProps = { addressOrName: string; holdings: Holdings; first: FirstView };

function ListOfTab(props: ListProps) {
  const { view } = useView();
  return view.tab === 'nfts' ? <Nfts {...props} /> : <Tokens {...props} />;
}

function Tokens({ addressOrName, holdings, first }: ListProps) {
  const { view, untouched } = useView();
  const { tokens, listed, head } = holdings;
  // The rows that came with the page are in its order already.
  const asCame = untouched && !listed;
  const here = useMemo(
    () => (asCame ? { rows: [...tokens], folded: 0 } : shownTokens(tokens, view)),
    [tokens, view, asCame],
  );
  // The page came with the beginning of the list alone, and counted it whole.
  const { shown, folded } = listed ? { shown: here.rows.length, folded: here.folded } : first.facets;
  return (
    <section aria-label="Tokens">
      <AccountTabs
        head={head}
        end={
          <ExportMenu
            address={head?.address ?? addressOrName}
            chain={view.chain}
            name={`tokens-${head?.address ?? addressOrName}`}
            csv={() => tokensCsv(here.rows)}
            json={() => rowsJson(here.rows)}
          />
        }
      />
      <HoldingsStatus holdings={holdings} />
      {head?.tokens !== 0 && <Toolbar what="tokens" shown={shown} of={head?.tokens} folded={folded} />}
      {here.rows.length > 0 ? (
        <TokenTable addressOrName={addressOrName} tokens={here.rows} />
      ) : (
        <NothingHere
          what="tokens"
          holdings={holdings}
          all={head?.tokens}
          counted={first.rows !== 'none' && shown === 0}
        />
      )}
    </section>
  );
}

function Nfts({ addressOrName, holdings, first }: ListProps) {
  const { view, untouched } = useView();
  const { nfts, listed, head } = holdings;
  const asCame = untouched && !listed;
  const computed = useMemo(
    () => (asCame ? { ...first.facets, rows: [...nfts] } : nftFacets(nfts, view)),
    [nfts, view, asCame, first.facets],
  );
  const facets = listed || first.rows === 'none' ? computed : first.facets;
  const collections = useMemo(
    () =>
      asCame
        ? first.facets.groups
        : nftFacets(nfts, { ...view, collection: '', only: [], q: '', flat: false, fold: false }).groups,
    [nfts, view, asCame, first.facets],
  );
  return (
    <section aria-label="NFTs">
      <AccountTabs
        head={head}
        end={
          <ExportMenu
            address={head?.address ?? addressOrName}
            chain={view.chain}
            name={`nfts-${head?.address ?? addressOrName}`}
            csv={() => nftsCsv(computed.rows)}
            json={() => rowsJson(computed.rows)}
          />
        }
      />
      <HoldingsStatus holdings={holdings} />
      {head?.nfts !== 0 && (
        <Toolbar what="NFTs" shown={facets.shown} of={head?.nfts} folded={facets.folded}>
          <NftFilters collections={collections} />
        </Toolbar>
      )}
      {computed.rows.length > 0 ? (
        <NftGallery
          addressOrName={addressOrName}
          nfts={computed.rows}
          facets={facets}
          pending={holdings.phase === 'streaming' && !holdings.cancelled}
        />
      ) : (
        <NothingHere
          what="NFTs"
          holdings={holdings}
          all={head?.nfts}
          counted={first.rows !== 'none' && facets.shown === 0}
        />
      )}
    </section>
  );
}

/** Why a list is empty: it is on its way, the account holds none, or the filters leave none. */
function NothingHere({
  what,
  holdings,
  all,
  counted,
}: {
  what: 'tokens' | 'NFTs';
  holdings: Holdings;
  all: number | undefined;
  /** The server has counted the view, and found nothing. */
  counted: boolean;
}) {
  const { view } = useView();
  const { listed, reading, retry } = holdings;
  if (all === 0)
    return (
      <div className="mt-4">
        <Notice title={`No ${what}`}>
          This account holds no {what === 'tokens' ? 'fungible tokens' : 'NFTs'} on this chain. It may hold
          some on another: switch above.
        </Notice>
      </div>
    );
  if (!listed && !counted && reading) return what === 'tokens' ? <TableSkeleton /> : <GallerySkeleton />;
  if (!listed && !counted)
    return (
      <Notice title={`No ${what} have arrived`}>
        The account may hold some; nothing is known of it yet.{' '}
        <button type="button" className="link" onClick={retry}>
          Read it again
        </button>
      </Notice>
    );
  return (
    <Notice title={`No ${what} like that`}>
      Nothing that the account holds answers the search and the filters.{' '}
      <ViewLink className="link" to={{ ...view, q: '', collection: '', only: [], fold: false }}>
        Show everything
      </ViewLink>
    </Notice>
  );
}
