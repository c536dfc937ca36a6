'use client';

import { useEffect, useState } from 'react';
import type { TokenRow } from '@/lib/dashboard/account/rows';
import { formatDollars, readHidesValues, valuesOf } from '@/lib/dashboard/account/values';
import { confidentPrice, PriceOrigin, usePrices } from './price';

export type Props = {
  token: TokenRow;
  chain: number;
  /** Whether to show the value of the amount, unless the visitor hides values. */
  isHeld: boolean;
};

/** The price of one token with its source and, if it is held, its value. */
export function PriceOfToken({ token, chain, isHeld }: Props) {
  const [hidesValues, setHidesValues] = useState(true);
  useEffect(() => setHidesValues(readHidesValues()), []);
  const { data, error } = usePrices(chain);
  if (error !== null) return 'Couldn’t read prices';
  const row = data && valuesOf([token], '0', data).rows.find((each) => each.token !== undefined);
  if (row === undefined) return <span className="text-muted">Reading prices…</span>;
  return (
    <span className="grid">
      <span className="tabular-nums">
        {'unpriced' in row ? 'Unpriced' : confidentPrice(row)}
        {'value' in row && isHeld && !hidesValues && <>, worth {formatDollars(row.value)}</>}
      </span>
      <span className="text-muted">
        <PriceOrigin row={row} chain={chain} chainTime={data?.chainTime ?? 0} />
      </span>
    </span>
  );
}
