'use client';

import { useMemo } from 'react';

/** Rows in an order that was made of them earlier, each as it is now. */
export function useLatest<Row extends { address: string }>(
  order: readonly Row[],
  rows: readonly Row[],
): Row[] {
  return useMemo(() => {
    const latest = new Map(rows.map((row) => [row.address, row]));
    return order.map((row) => latest.get(row.address) ?? row);
  }, [order, rows]);
}
