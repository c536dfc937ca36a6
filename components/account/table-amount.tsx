import type { CSSProperties } from 'react';
import { shorten } from '@/lib/dashboard/format';
import { numberMarks } from '@/lib/dashboard/number-marks';

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
export function TableAmount({ amount, decimals }: { amount: string; decimals: number }) {
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
