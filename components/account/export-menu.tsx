'use client';

import type { NftRow, TokenRow } from '@/lib/dashboard/account/rows';
import { Menu } from '../ui/menu';
import { saveFile } from '../ui/save-file';
import type { HoldingsReading } from './reading/use-holdings';
import { useView } from './view-link';

/** The rows that match the current filters, for the export. */
export type ShownRows =
  | { tab: 'tokens'; rows: readonly TokenRow[] }
  | { tab: 'nfts'; rows: readonly NftRow[] };

/** Menu that exports the rows of a list that match the current filters. */
export function ExportMenu({ holdings, rows: list }: { holdings: HoldingsReading; rows: ShownRows }) {
  const { view } = useView();
  const problem = exportProblem(holdings);
  const save = (format: 'csv' | 'json') => async () => {
    const name = `${[list.tab, holdings.head?.address, view.collection].filter(Boolean).join('-')}.${format}`;
    // Not part of the page's first script.
    const { nftsCsv, rowsJson, tokensCsv } = await import('@/lib/dashboard/account/export');
    if (format === 'json') saveFile(rowsJson(list.rows), name, 'application/json');
    else saveFile(list.tab === 'tokens' ? tokensCsv(list.rows) : nftsCsv(list.rows), name, 'text/csv');
    return undefined;
  };
  return (
    <Menu
      label="Export"
      icon="download"
      isCompact
      note={problem}
      items={
        problem === undefined
          ? [
              { label: 'Export this view (CSV)', icon: 'download', onSelect: save('csv') },
              { label: 'Export this view (JSON)', icon: 'download', onSelect: save('json') },
            ]
          : []
      }
    />
  );
}

/** Returns why the list cannot be exported; undefined if it is complete. Incomplete exports would be misleading. */
function exportProblem({ listed, reading }: HoldingsReading): string | undefined {
  if (listed) return undefined;
  return reading
    ? 'Export is available when the list is complete.'
    : 'Export needs the complete list. Retry first.';
}
