'use client';

import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import type { FirstView } from '@/lib/dashboard/account/first-view';
import { countRisks, shownTokens } from '@/lib/dashboard/account/shown-rows';
import type { ShownValue } from '@/lib/dashboard/account/values';
import { worriesOf } from '@/lib/dashboard/account/worries';
import { explorerLinks } from '@/lib/dashboard/chains';
import type { SnippetRequest } from '@/lib/dashboard/docs/curl';
import { formatCount, formatSol } from '@/lib/dashboard/format';
import { tabWithItems } from '@/lib/dashboard/search-params';
import { SkipLink } from '../ui/a11y/skip-link';
import { useKeptFocus } from '../ui/a11y/use-kept-focus';
import { ShareMenu } from '../ui/share-menu';
import { useLoaded } from '../ui/use-loaded';
import { AccountHead, type Heading } from './head/account-head';
import { HoldingsSummary } from './head/holdings-summary';
import { ListBar } from './list-bar';
import { isListLate, type ListProps, listLook, NftList } from './nft-list';
import { NothingHere } from './nothing-here';
import { HoldingsStatus, hasNothing } from './reading/holdings-status';
import { useHoldingsReading } from './reading/use-holdings';
import { RequestedSection } from './requested-section';
import { TokenTable } from './token-table';
import { useView, ViewLink, ViewProvider } from './view-link';
import { WorriesPanel } from './worries';

/** Not part of the page's first script, because values follow the complete list. */
const ValueSection = lazy(async () => ({
  default: (await import('./values/value-section')).ValueSection,
}));
const StakeSection = lazy(async () => ({
  default: (await import('./values/stake-section')).StakeSection,
}));

type Props = Heading & {
  first: FirstView;
  /** Facts about an account that is not a wallet. */
  kind: ReactNode;
  use: AccountUse;
  /** Date of the token list, `YYYY-MM-DD`. */
  tokenListDate: string;
  /** Whether the chain has prices. */
  hasPrices: boolean;
  /** The API call that returns the data of the page. */
  request: SnippetRequest;
};

/** `absent`: no account exists, but the address can own token accounts; `other`: not a wallet. */
export type AccountUse = 'wallet' | 'absent' | 'other';

/** An account: header, type of account, and the list that the page's URL selects. */
export function AccountScreen({ first, kind, use, tokenListDate, hasPrices, request, ...heading }: Props) {
  const { addressOrName, chain } = heading;
  const holdings = useHoldingsReading(addressOrName, chain, first);
  const { head, listed, tokens, nfts } = holdings;
  // Anyone can send tokens to any address, so that a mint can hold some.
  const hasHoldings = use === 'wallet' || (head !== undefined && head.tokens + head.nfts > 0);
  const risks = useMemo(
    () => (listed ? countRisks(tokens, nfts) : first.risks),
    [listed, tokens, nfts, first],
  );
  return (
    <ViewProvider defaultTab={tabWithItems(first.head ?? head)}>
      {hasHoldings && <SkipLink href="#list">Skip to the list</SkipLink>}
      <AccountHead
        {...heading}
        head={head}
        over={!holdings.reading}
        hasHoldings={hasHoldings}
        kind={hasHoldings ? undefined : kind}
        summary={
          hasHoldings && <HoldingsSummary {...{ head, risks, kind }} isLate={isListLate(first, holdings)} />
        }
        share={
          <ShareMenu
            title={`Solana account ${addressOrName}`}
            request={request}
            explorers={explorerLinks(chain, head?.address ?? addressOrName)}
          />
        }
      />
      {hasHoldings ? (
        <ListOfTab
          {...{ addressOrName, holdings, first, tokenListDate, hasPrices }}
          hasRent={use !== 'other'}
        />
      ) : (
        use === 'absent' && <HoldingsStatus {...{ addressOrName, holdings }} />
      )}
    </ViewProvider>
  );
}

/** Takes the space of the closed values until they are loaded. */
const ValueSpace = () => (
  <div
    className="mt-3 min-h-9.5 rounded-md border border-line pointer-coarse:min-h-11.5 max-md:min-h-14.5! noscript:hidden print:hidden"
    aria-hidden="true"
  />
);

const NO_VALUES: ReadonlyMap<string, ShownValue> = new Map();

type TabProps = ListProps & Pick<Props, 'hasPrices'>;

function ListOfTab(props: TabProps) {
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
    </div>
  );
}

function Tokens({ addressOrName, holdings, first, hasRent, tokenListDate, hasPrices }: TabProps) {
  const { view, untouched } = useView();
  const { tokens, head, listed } = holdings;
  // The visitor's choice to hide values is read after the first drawing.
  const [values, setValues] = useState<ReadonlyMap<string, ShownValue> | 'hidden'>(NO_VALUES);
  const known = values === 'hidden' ? undefined : values;
  // Values that arrive after the list do not move its rows.
  const order = view.sort === 'value' ? known : first.values;
  // Rows in the page's HTML are already filtered and sorted, unless the view has changed.
  const asCame = untouched && !listed;
  const here = useMemo(
    () => (asCame ? { rows: tokens, folded: 0, all: tokens } : shownTokens(tokens, view, order)),
    [tokens, view, asCame, order],
  );
  const worries = useMemo(
    () => (asCame ? first.worries : worriesOf(here.all)),
    [asCame, first.worries, here],
  );
  const { rows, all } = here;
  const lamports = head?.lamports;
  const valued = useMemo(
    () => (listed && lamports !== undefined ? { tokens, lamports } : undefined),
    [listed, tokens, lamports],
  );
  const hasSol = view.only.length === 0 && 'solana'.startsWith(view.q.trim().toLowerCase());
  // Until the list has arrived, the counts come from the page's HTML, which contains only the first rows. Those of
  // another view are not known.
  const { shown, folded } = listed
    ? { shown: rows.length, folded: here.folded }
    : untouched
      ? first.facets
      : { shown: head?.tokens ?? 0, folded: 0 };
  return (
    <section id="list" aria-label="Tokens" tabIndex={-1} className={listLook(first, holdings)}>
      <ListBar
        holdings={holdings}
        all={head?.tokens}
        shown={shown}
        folded={folded}
        // Folded tokens are exported too.
        exported={{ tab: 'tokens', rows: all }}
        hasValues={hasPrices && known !== undefined}
        isByValue={first.values !== undefined}
      />
      <HoldingsStatus {...{ addressOrName, holdings }} />
      {hasPrices && !hasNothing(holdings) && (
        <Suspense fallback={<ValueSpace />}>
          <ValueSection chain={view.chain} listed={valued} onValues={setValues} />
        </Suspense>
      )}
      <WorriesPanel worries={worries} addressOrName={addressOrName} chain={view.chain} />
      {(rows.length > 0 || (head && hasSol)) && (
        <TokenTable
          addressOrName={addressOrName}
          lamports={hasSol ? head?.lamports : undefined}
          hasStake={head !== undefined && hasSol && hasRent}
          tokens={rows}
          values={hasPrices ? known : undefined}
        />
      )}
      {rows.length === 0 && (
        <NothingHere holdings={holdings} counted={first.rows !== 'none' && shown === 0} />
      )}
      {folded > 0 && (
        <p className="mt-3 text-sm print:hidden">
          {formatCount(folded)} unverified {folded === 1 ? 'token is' : 'tokens are'} hidden, because anyone
          can send tokens to any wallet.{' '}
          <ViewLink to={{ ...view, fold: false }} className="link">
            Show {folded === 1 ? 'it' : 'them'}
          </ViewLink>
        </p>
      )}
      {(head?.noTokenList || folded > 0 || rows.some(({ unverified }) => unverified)) && (
        <TokenListNote isMissing={head?.noTokenList ?? false} date={tokenListDate} />
      )}
      {head?.closable && hasRent && (
        <RentToReclaim owner={head.address} chain={view.chain} lamports={head.closable.lamports} />
      )}
      {head && hasRent && (
        <Suspense>
          <StakeSection
            owner={head.address}
            chain={view.chain}
            liquid={head.lamports}
            tokens={listed ? tokens : undefined}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Explains what “unverified” means for a token. */
function TokenListNote({ isMissing, date }: { isMissing: boolean; date: string }) {
  return (
    <p role="note" className="mt-3 text-muted text-sm">
      {isMissing ? (
        'This network has no token list, so no name or symbol is verified.'
      ) : (
        <>
          Unverified tokens are not in the token list of <span className="whitespace-nowrap">{date}</span>.
        </>
      )}
    </p>
  );
}

type RentToReclaimProps = {
  owner: string;
  chain: number;
  /** Lamports that closing all empty accounts returns. */
  lamports: string;
};

/** Section with the empty token accounts that the owner can close, which are requested when the section is opened. */
function RentToReclaim({ owner, chain, lamports }: RentToReclaimProps) {
  const [Accounts, onToggle] = useLoaded(async () => (await import('./empty-accounts')).EmptyAccountList);
  return (
    <RequestedSection
      label="Rent to reclaim"
      summary={<>Rent to reclaim: {formatSol(lamports)} SOL</>}
      onToggle={onToggle}
    >
      {Accounts ? <Accounts {...{ owner, chain }} /> : <p className="text-muted">Loading…</p>}
    </RequestedSection>
  );
}
