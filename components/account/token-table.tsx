'use client';

import { memo, useState } from 'react';
import { itemHref } from '@/components/account/gallery/item-href';
import { CopyMark } from '@/components/ui/copy/copy-mark';
import { ItemImage } from '@/components/ui/image';
import { isMetadataUnread, noImageWords, type Pictures } from '@/lib/dashboard/account/not-read';
import { MOST_ON_PAPER } from '@/lib/dashboard/account/on-paper';
import type { TokenRow } from '@/lib/dashboard/account/rows';
import { explorerLinks } from '@/lib/dashboard/chains';
import { formatCount, formatShown } from '@/lib/dashboard/format';
import type { AccountView, TokenSort } from '@/lib/dashboard/search-params';
import { AddressText } from '../ui/address-text';
import { Icon } from '../ui/icon';
import { Labels } from '../ui/labels';
import { usePrinting } from '../ui/reach/use-printing';
import { TableAmount } from './paper/table-amount';
import { useReportView } from './reading/use-report-view';
import { useView, ViewLink } from './view-link';

const COLUMNS: { sort: TokenSort; name: string; className: string }[] = [
  { sort: 'symbol', name: 'Token', className: 'pl-3 sm:pl-4' },
  // The numbers end where their copy marks begin.
  { sort: 'amount', name: 'Amount', className: 'text-right max-sm:pr-3 sm:pr-9.5 print:pr-2' },
  { sort: 'mint', name: 'Mint', className: 'max-sm:hidden pl-8 print:pl-2' },
];

/** An amount that fits beside a name on the narrowest screen; a longer one has a line of its own there, unbroken. */
const SHORT_AMOUNT = 14;
/** A name that may be clipped: its title has the whole. */
const LONG_NAME = 20;
/** Rows that are drawn before one asks for more: a wallet may hold thousands of dust. */
const STEP = 200;

/** Fungible tokens, one row per token account, amounts exact. */
export const TokenTable = memo(function TokenTable({
  addressOrName,
  tokens,
  owner,
  pictures,
}: {
  addressOrName: string;
  tokens: readonly TokenRow[];
  /** Whose they are; undefined while a name is being looked up. */
  owner: string | undefined;
  pictures: Pictures;
}) {
  const { view } = useView();
  const [more, setMore] = useState(STEP);
  const most = usePrinting() ? MOST_ON_PAPER : more;
  const pending = pictures === 'coming';
  useReportView(owner, view.chain, tokens.slice(0, more), pending);
  return (
    <>
      <div className="panel overflow-x-auto">
        <table className="stacks w-full border-collapse text-sm">
          <caption className="sr-only">Tokens of this account</caption>
          <thead>
            <tr className="border-line border-b text-muted">
              {COLUMNS.map((column) => (
                <SortHeader key={column.sort} {...column} />
              ))}
              <th className="px-2 text-left font-medium max-lg:hidden print:table-cell">Token account</th>
              <th className="w-10 pr-4 max-sm:hidden">
                <span className="sr-only">Elsewhere</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {tokens.slice(0, most).map((token) => (
              <Row
                key={token.address}
                addressOrName={addressOrName}
                token={token}
                chain={view.chain}
                none={noImageWords(token, pictures)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {tokens.length > most && (
        <p className="mt-3 text-center">
          <button type="button" className="control" onClick={() => setMore(most + STEP * 5)}>
            Show {formatCount(Math.min(STEP * 5, tokens.length - most))} more of{' '}
            {formatCount(tokens.length - most)}
          </button>
        </p>
      )}
    </>
  );
});

function SortHeader({ sort, name, className }: (typeof COLUMNS)[number]) {
  const { view } = useView();
  const active = view.sort === sort;
  // A first click on an amount wants the largest, on a name the first letter.
  const next: AccountView = { ...view, sort, desc: active ? !view.desc : sort === 'amount' };
  return (
    <th
      aria-sort={active ? (view.desc ? 'descending' : 'ascending') : undefined}
      className={`h-10 px-2 text-left font-medium ${className}`}
    >
      <ViewLink
        to={next}
        className={`inline-flex h-10 items-center gap-1 rounded hover:text-ink ${sort === 'amount' ? 'flex-row-reverse' : ''} ${active ? 'text-ink' : ''}`}
      >
        {name}
        <Icon
          name={view.desc && active ? 'down' : 'up'}
          className={`size-3.5 ${active ? '' : 'invisible'}`}
        />
      </ViewLink>
    </th>
  );
}

type RowProps = { addressOrName: string; token: TokenRow; chain: number; none: string };

const Row = memo(function Row({ addressOrName, token, chain, none }: RowProps) {
  const [explorer] = explorerLinks(chain, token.mint);
  const title = token.symbol || token.name || (isMetadataUnread(token) ? 'Name not read' : 'No name');
  const amount = formatShown(token);
  return (
    <tr className="hover:bg-sunken/60">
      {/* No width of its own: a name takes what the columns beside it leave. */}
      <td className="py-2 pr-2 pl-3 max-sm:min-w-0 max-sm:flex-1 sm:w-[45%] sm:max-w-0 sm:pl-4">
        <div className="flex items-center gap-2 sm:gap-3">
          <span className="size-7 shrink-0 overflow-hidden rounded-full">
            <ItemImage path={token.picture} width={96} small={[...title][0] ?? ''} none={none} />
          </span>
          <div className="min-w-0">
            <a
              href={itemHref(addressOrName, token.address, chain)}
              dir="auto"
              title={title.length > LONG_NAME ? title : undefined}
              className="clipped font-medium hover:text-accent hover:underline"
            >
              {title}
            </a>{' '}
            {token.name !== '' && token.name !== title && (
              <span
                dir="auto"
                title={token.name.length > LONG_NAME ? token.name : undefined}
                className="clipped text-muted"
              >
                {token.name}
              </span>
            )}{' '}
            <Labels {...token} />
            <span className="sm:hidden">
              <br />
              <AddressText address={token.mint} what={`mint of ${title}`} />
            </span>
          </div>
        </div>
      </td>
      <td
        className={`px-2 py-2 text-right max-sm:pr-3 ${amount.length > SHORT_AMOUNT ? 'max-sm:basis-full max-sm:pt-0' : ''}`}
      >
        <span className="inline-flex max-w-full items-center gap-0.5 font-mono text-xs sm:text-[0.8125rem]">
          <TableAmount amount={amount} />
          <span className="max-sm:hidden">
            <CopyMark text={amount.replaceAll(',', '')} what={`amount of ${title}`} />
          </span>
        </span>
      </td>
      <td className="px-2 py-2 pl-8 max-sm:hidden print:pl-2">
        <AddressText address={token.mint} what={`mint of ${title}`} wide />
      </td>
      <td className="px-2 py-2 max-lg:hidden print:table-cell">
        <AddressText address={token.address} what={`token account of ${title}`} wide />
      </td>
      <td className="py-2 pr-4 max-sm:hidden">
        {explorer && (
          <a
            href={explorer.href}
            rel="noreferrer noopener"
            target="_blank"
            aria-label={`${title} on ${explorer.name}`}
            title={explorer.name}
            className="grid size-7 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
          >
            <Icon name="out" className="size-3.5" />
          </a>
        )}
      </td>
    </tr>
  );
});
