'use client';

import { memo } from 'react';
import { itemHref } from '@/components/account/gallery/item-href';
import { CopyMark } from '@/components/ui/copy/copy-mark';
import { ItemImage } from '@/components/ui/image';
import type { TokenRow } from '@/lib/dashboard/account/rows';
import { tokenLabel } from '@/lib/dashboard/account/unread-data';
import { accountHref, explorerLinks } from '@/lib/dashboard/chains';
import { formatShown } from '@/lib/dashboard/format';
import { AddressText } from '../ui/address-text';
import { Icon } from '../ui/icon';
import { Labels } from '../ui/labels';
import { TableAmount } from './table-amount';

/** An amount that fits beside a name on the narrowest screen; a longer one has a line of its own there, unbroken. */
const SHORT_AMOUNT = 14;
/** A name that may be clipped: its title has the whole. */
const LONG_NAME = 20;
/** Room above and below a row's words: a large screen shows more rows. */
const HIGH = 'py-2 min-[1600px]:py-1';

type Props = {
  addressOrName: string;
  token: TokenRow;
  chain: number;
  none: string;
  /** The account holds it in several token accounts: a narrow row, too, says which this is. */
  isOneOfSeveral: boolean;
};

/** A token account of the table: its token, the amount, and where it is. */
export const TokenLine = memo(function TokenLine({
  addressOrName,
  token,
  chain,
  none,
  isOneOfSeveral,
}: Props) {
  const [explorer] = explorerLinks(chain, token.mint);
  const title = tokenLabel(token);
  const amount = formatShown(token);
  return (
    <tr className="hover:bg-sunken/60">
      {/* No width of its own: a name takes what the columns beside it leave. */}
      <td className={`${HIGH} pr-2 pl-3 max-sm:min-w-0 max-sm:flex-1 sm:w-[45%] sm:max-w-0 sm:pl-4`}>
        <div className="flex items-center gap-2 sm:gap-3">
          <span className="size-7 shrink-0 overflow-hidden rounded-full">
            <ItemImage path={token.picture} width={96} small={[...title][0] ?? ''} none={none} />
          </span>
          <div className="min-w-0">
            <a
              href={itemHref(addressOrName, token.address, chain)}
              data-item={token.address}
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
              <AddressText
                address={token.mint}
                what={`mint of ${title}`}
                href={accountHref(token.mint, chain)}
                quiet
              />
              {isOneOfSeveral && (
                <>
                  <br />
                  <span className="text-muted text-xs">in </span>
                  <AddressText
                    address={token.address}
                    what={`token account of ${title}`}
                    href={accountHref(token.address, chain)}
                    quiet
                  />
                </>
              )}
            </span>
          </div>
        </div>
      </td>
      <td
        className={`${HIGH} px-2 text-right max-sm:pr-3 ${amount.length > SHORT_AMOUNT ? 'max-sm:basis-full max-sm:pt-0' : ''}`}
      >
        <span className="inline-flex max-w-full items-center gap-0.5 font-mono text-xs sm:text-[0.8125rem]">
          <TableAmount amount={amount} />
          <span className="max-sm:hidden">
            <CopyMark text={amount.replaceAll(',', '')} what={`amount of ${title}`} />
          </span>
        </span>
      </td>
      <td className={`${HIGH} px-2 pl-8 max-sm:hidden print:pl-2`}>
        <AddressText
          address={token.mint}
          what={`mint of ${title}`}
          href={accountHref(token.mint, chain)}
          quiet
          wide
        />
      </td>
      <td className={`${HIGH} px-2 max-lg:hidden print:table-cell`}>
        <AddressText
          address={token.address}
          what={`token account of ${title}`}
          href={accountHref(token.address, chain)}
          quiet
          wide
        />
      </td>
      <td className={`${HIGH} pr-4 max-sm:hidden`}>
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
