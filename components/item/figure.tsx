import type { ReactNode } from 'react';
import { plainNumber } from '@/lib/dashboard/format';
import { CopyMark } from '../ui/copy/copy-mark';

/** Number of digits and marks beyond which an amount is smaller on phones, so that most amounts take one line. */
const LONG_DIGITS = 16;

/**
 * How much of an item the account holds, as the headline of the item's page. `unit` is cleaned text; `children` follow.
 */
export function HeldAmount({
  digits,
  unit,
  children,
}: {
  digits: string;
  unit: string;
  children?: ReactNode;
}) {
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-1.5">
      <span
        className={`break-all font-semibold tabular-nums leading-9 tracking-tight ${digits.length > LONG_DIGITS ? 'text-xl sm:text-[1.75rem]' : 'text-[1.75rem]'}`}
      >
        {digits}
      </span>{' '}
      <span className="inline-flex items-center gap-x-1.5">
        {unit !== '' && <bdi className="clipped max-w-40 text-muted">{unit}</bdi>}
        <CopyMark text={plainNumber(digits)} what="amount" />
      </span>
      {children}
    </p>
  );
}

/** An amount with a copy button, which copies the digits without commas. `unit` is cleaned text. */
export function Figure({ digits, unit = '', what }: { digits: string; unit?: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 break-all font-mono text-[0.8125rem]">
      {digits}
      {unit !== '' && <bdi className="px-1">{unit}</bdi>}
      <CopyMark text={plainNumber(digits)} what={what} />
    </span>
  );
}
