'use client';

import { type CSSProperties, memo, type ReactNode } from 'react';
import { CopyMark } from '@/components/ui/copy/copy-mark';
import { ItemImage } from '@/components/ui/image';
import type { TokenRow } from '@/lib/dashboard/account/rows';
import { noImageLabel, tokenLabel } from '@/lib/dashboard/account/unread-data';
import { accountHref, itemHref } from '@/lib/dashboard/chains';
import { formatShown, plainNumber, shorten } from '@/lib/dashboard/format';
import { numberMarks } from '@/lib/dashboard/number-marks';
import { AddressText } from '../ui/address-text';
import { Labels } from '../ui/labels';

/** Maximum number of characters of an amount next to a name on phones, and on the narrowest ones. */
const SHORT_AMOUNT = 21;
const SHORTEST_AMOUNT = 18;
/** Number of characters beyond which a name may be truncated. Its title then contains the full name. */
const LONG_NAME = 20;

type Look = {
  /** Value in US dollars; "" until it is known, undefined if the table has no values. */
  value: string | undefined;
  /** Number of decimals for which space is reserved, so that decimal points are aligned. */
  decimals: number;
};

type Props = Look & {
  addressOrName: string;
  token: TokenRow;
  chain: number;
  /** Whether several token accounts hold this token, so that rows show the token account. */
  isOneOfSeveral: boolean;
};

/** A row of the token table. The token's link covers the whole row. */
export const TokenLine = memo(function TokenLine({
  addressOrName,
  token,
  chain,
  isOneOfSeveral,
  value,
  decimals,
}: Props) {
  const title = tokenLabel(token);
  const addresses = (wide: boolean) => (
    <>
      <AddressText
        address={token.mint}
        what={`mint of ${title}`}
        href={accountHref(token.mint, chain)}
        quiet
        wide={wide}
      />
      {/* The token's own page also shows its token account. */}
      {(wide || isOneOfSeveral) && (
        <span className={isOneOfSeveral ? '' : 'hidden print:inline'}>
          <br className="lg:hidden print:inline" />
          <span className="text-muted text-xs lg:pl-2">account </span>
          <AddressText
            address={token.address}
            what={`token account of ${title}`}
            href={accountHref(token.address, chain)}
            quiet
          />
        </span>
      )}
    </>
  );
  return (
    <tr className="relative hover:bg-sunken/60">
      <NameCell
        picture={
          <ItemImage path={token.picture} width={96} small={[...title][0] ?? ''} none={noImageLabel(token)} />
        }
        symbol={
          <a
            href={itemHref(addressOrName, token.address, chain)}
            data-item={token.address}
            dir="auto"
            title={title.length > LONG_NAME ? title : undefined}
            className="row-link clipped font-medium hover:text-accent hover:underline"
          >
            {title}
          </a>
        }
        name={token.name === title ? '' : token.name}
      >
        <span className="lg:hidden sm:[&_button]:-my-1.5">
          <br />
          {addresses(false)}
        </span>
      </NameCell>
      <AmountCell amount={formatShown(token)} what={`amount of ${title}`} {...{ value, decimals }} />
      <ValueCell value={value} />
      <td className="px-2 lg:pl-6 lg:max-2xl:has-[button]:min-w-60 sm:max-lg:pr-1 sm:max-lg:pl-0 max-sm:basis-full max-sm:pb-2 max-sm:pl-12 max-sm:not-has-[button]:hidden">
        <span className="block py-1">
          <Labels {...token} />
        </span>
      </td>
      <td className="whitespace-nowrap pr-4 pl-2 max-lg:hidden print:table-cell">{addresses(true)}</td>
    </tr>
  );
});

const SOL_PICTURE = <span className="grid size-full place-items-center bg-ink text-paper">◎</span>;

/** The row of the account's SOL. */
export function SolLine({ amount, value, decimals }: Look & { amount: string }) {
  return (
    <tr>
      <NameCell picture={SOL_PICTURE} symbol={<span className="font-medium">SOL</span>} name="Solana" />
      <AmountCell amount={amount} what="amount of SOL" {...{ value, decimals }} />
      <ValueCell value={value} />
      <td colSpan={2} className="max-sm:hidden" />
    </tr>
  );
}

function openStaked() {
  const section = document.querySelector<HTMLDetailsElement>('#staked');
  if (section === null) return;
  section.open = true;
  section.scrollIntoView({ block: 'center' });
}

/** The row of the account's staked SOL, which is looked up in a section below the list. */
export const StakedLine = ({ hasValues }: { hasValues: boolean }) => (
  <tr className="noscript:hidden print:hidden">
    <NameCell picture={SOL_PICTURE} symbol={<span className="font-medium">SOL</span>} name="Staked" />
    <td className="px-2 text-right max-sm:pr-3 lg:pr-9.5">
      <button type="button" className="link" onClick={openStaked}>
        Look up
      </button>
    </td>
    {hasValues && <td className="max-sm:hidden" />}
    <td colSpan={2} className="max-sm:hidden" />
  </tr>
);

type NameProps = {
  picture: ReactNode;
  symbol: ReactNode;
  name: string;
  children?: ReactNode;
};

function NameCell({ picture, symbol, name, children }: NameProps) {
  return (
    <td className="py-1 pr-2 pl-3 max-sm:min-w-0 max-sm:flex-1 sm:w-60 sm:max-w-60 sm:pl-4 lg:w-64 lg:max-w-64 lg:whitespace-nowrap min-[100rem]:w-96 min-[100rem]:max-w-96 min-[100rem]:py-0.5">
      <div className="flex items-center gap-2 sm:gap-3">
        <span className="size-7 shrink-0 overflow-hidden rounded-full">{picture}</span>
        <div className="min-w-0 leading-[1.125rem] min-[100rem]:flex min-[100rem]:gap-2">
          {symbol}{' '}
          {name !== '' && (
            <span
              dir="auto"
              title={name.length > LONG_NAME ? name : undefined}
              className="clipped text-muted lg:block lg:text-xs min-[100rem]:text-sm"
            >
              {name}
            </span>
          )}{' '}
          {children}
        </div>
      </div>
    </td>
  );
}

const ValueCell = ({ value }: Pick<Look, 'value'>) =>
  value !== undefined && (
    <td className="min-w-28 px-2 text-right tabular-nums max-sm:hidden">
      <Value value={value} />
    </td>
  );

const Value = ({ value }: Pick<Look, 'value'>) =>
  value === 'Unpriced' ? <span className="text-muted text-xs">{value}</span> : value;

/** Gives an amount its own line in windows where it does not fit next to the name. */
const lineOf = ({ length }: string) =>
  length > SHORT_AMOUNT
    ? 'max-sm:basis-full max-sm:pt-0'
    : length > SHORTEST_AMOUNT
      ? 'max-[23rem]:basis-full max-[23rem]:pt-0'
      : '';

/** The amount and, on phones, the value below it. */
function AmountCell({ amount, what, value, decimals }: Look & { amount: string; what: string }) {
  return (
    <td className={`px-2 py-1 text-right min-[100rem]:py-0.5 max-sm:pr-3 sm:w-px ${lineOf(amount)}`}>
      <span className="inline-flex max-w-full items-center gap-0.5 font-mono text-xs sm:text-[0.8125rem]">
        <TableAmount amount={amount} decimals={decimals} />
        <span className="max-lg:hidden">
          <CopyMark text={plainNumber(amount)} what={what} />
        </span>
      </span>
      {value !== undefined && (
        <span className="block h-4 text-muted text-xs tabular-nums sm:hidden">{value}</span>
      )}
    </td>
  );
}

/**
 * Number of characters beyond which an amount is shortened on screen, but not in its title or in print. A token can
 * have 255 decimals.
 */
const LONG = 36;

/** Amounts with more decimals are not aligned, because they would push all others to the left. */
export const MAX_ALIGNED = 9;

/** Returns the number of decimals of a formatted amount. */
export const decimalsOf = (amount: string): number => {
  const point = amount.indexOf(numberMarks().decimal);
  return point < 0 ? 0 : amount.length - point - 1;
};

/**
 * An amount in a table.
 * @param amount exact, with its separators
 * @param decimals number of decimals for which space is reserved, so that decimal points are aligned
 */
function TableAmount({ amount, decimals }: { amount: string; decimals: number }) {
  const isLong = amount.length > LONG;
  const own = decimalsOf(amount);
  const missing = Math.max(0, decimals - own + (own === 0 && decimals > 0 ? 1 : 0));
  return (
    <>
      <span
        title={isLong ? amount : undefined}
        className={`decimal-aligned whitespace-nowrap ${isLong ? 'print:hidden' : ''}`}
        style={missing === 0 ? undefined : ({ '--missing': `${missing}ch` } as CSSProperties)}
      >
        {isLong ? shorten(amount, 14, 12) : amount}
      </span>
      {isLong && <span className="hidden [overflow-wrap:anywhere] print:inline">{amount}</span>}
    </>
  );
}
