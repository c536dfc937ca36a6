'use client';

import { useMemo } from 'react';

/** Returns the latest version of each row, in an order that was computed from earlier versions. */
export function useLatest<Row extends { address: string }>(
  order: readonly Row[],
  rows: readonly Row[],
): Row[] {
  return useMemo(() => {
    const latest = new Map(rows.map((row) => [row.address, row]));
    return order.map((row) => latest.get(row.address) ?? row);
  }, [order, rows]);
}
