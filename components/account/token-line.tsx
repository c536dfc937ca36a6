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

/**
 * Maximum number of characters of an amount next to a name on the narrowest screens. Longer amounts get a separate
 * line.
 */
const SHORT_AMOUNT = 14;
/** Number of characters beyond which a name may be truncated. Its title then contains the full name. */
const LONG_NAME = 20;

type Props = {
  addressOrName: string;
  token: TokenRow;
  chain: number;
  none: string;
  /** Whether several token accounts hold this token, so that narrow rows show the token account. */
  isOneOfSeveral: boolean;
  isDense: boolean;
  /** Number of decimals for which space is reserved, so that decimal points are aligned. */
  decimals: number;
};

/** A row of the token table. The token's link covers the whole row. */
export const TokenLine = memo(function TokenLine({
  addressOrName,
  token,
  chain,
  none,
  isOneOfSeveral,
  isDense,
  decimals,
}: Props) {
  const [explorer] = explorerLinks(chain, token.mint);
  const title = tokenLabel(token);
  const amount = formatShown(token);
  const padding = isDense ? 'py-0.5' : 'py-2 min-[1600px]:py-1';
  return (
    <tr className="relative hover:bg-sunken/60">
      {/* The column of names takes the remaining width. */}
      <td className={`${padding} pr-2 pl-3 max-sm:min-w-0 max-sm:flex-1 sm:w-[45%] sm:max-w-0 sm:pl-4`}>
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
              className="row-link clipped font-medium hover:text-accent hover:underline"
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
            {/* The margin keeps labels from making the line taller, so that names stay in the middle of the row. */}
            <span className="-my-0.5 inline-flex max-w-full align-middle">
              <Labels {...token} />
            </span>
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
        className={`${padding} px-2 text-right max-sm:pr-3 ${amount.length > SHORT_AMOUNT ? 'max-sm:basis-full max-sm:pt-0' : ''}`}
      >
        <span className="inline-flex max-w-full items-center gap-0.5 font-mono text-xs sm:text-[0.8125rem]">
          <TableAmount amount={amount} decimals={decimals} />
          <span className="max-sm:hidden">
            <CopyMark text={amount.replaceAll(',', '')} what={`amount of ${title}`} />
          </span>
        </span>
      </td>
      <td className={`${padding} px-2 pl-8 max-sm:hidden print:pl-2`}>
        <AddressText
          address={token.mint}
          what={`mint of ${title}`}
          href={accountHref(token.mint, chain)}
          quiet
          wide
        />
      </td>
      <td className={`${padding} px-2 max-lg:hidden print:table-cell`}>
        <AddressText
          address={token.address}
          what={`token account of ${title}`}
          href={accountHref(token.address, chain)}
          quiet
          wide
        />
      </td>
      <td className={`${padding} pr-4 max-sm:hidden`}>
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
