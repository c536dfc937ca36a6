import { shorten } from '@/lib/dashboard/format';

/** A token may have 255 decimals: past this the middle gives way on a screen; the whole is in the title and on paper. */
const LONG = 36;

/** An amount in a table. @param amount exact, with its separators */
export function TableAmount({ amount }: { amount: string }) {
  const isLong = amount.length > LONG;
  return (
    <>
      <span
        title={isLong ? amount : undefined}
        className={`whitespace-nowrap ${isLong ? 'print:hidden' : ''}`}
      >
        {isLong ? shorten(amount, 14, 12) : amount}
      </span>
      {isLong && <span className="hidden [overflow-wrap:anywhere] print:inline">{amount}</span>}
    </>
  );
}
