'use client';

import { useScripted } from '@/components/ui/a11y/use-scripted';
import type { TokenRow } from '@/lib/dashboard/account/rows';
import { formatDollars, readHidesValues, valuesOf } from '@/lib/dashboard/account/values';
import { confidentPrice, PriceOrigin, usePrices } from './price';

export type Props = { token: TokenRow; chain: number };

function usePriceOf(token: TokenRow, chain: number) {
  const { data, error } = usePrices(chain);
  const row = data && valuesOf([token], '0', data).rows.find((each) => each.token !== undefined);
  return { row, error, chainTime: data?.chainTime ?? 0 };
}

/** The price of one token with its source. */
export function PriceOfToken({ token, chain }: Props) {
  const { row, error, chainTime } = usePriceOf(token, chain);
  if (error !== null) return 'Couldn’t read prices';
  if (row === undefined) return <span className="text-muted">Reading prices…</span>;
  return (
    <span className="grid">
      <span className="tabular-nums">{'price' in row ? confidentPrice(row) : 'Unpriced'}</span>
      <span className="text-muted">
        <PriceOrigin row={row} chain={chain} chainTime={chainTime} />
      </span>
    </span>
  );
}

/** The value of a held token, unless the visitor hides values. */
export function ValueOfToken({ token, chain }: Props) {
  const isScripted = useScripted();
  const { row } = usePriceOf(token, chain);
  if (row === undefined || !isScripted) return null;
  if (readHidesValues()) return <span className="text-muted text-sm">Values are hidden</span>;
  // The row of its price gives the reason.
  return 'value' in row ? formatDollars(row.value) : null;
}
