'use client';

import { nftsCsv, rowsJson, tokensCsv } from '@/lib/dashboard/account/export';
import type { NftRow, TokenRow } from '@/lib/dashboard/account/rows';
import { explorerLinks } from '@/lib/dashboard/chains';
import { curlOf, holdingsRequest } from '@/lib/dashboard/docs/curl';
import { formatCount } from '@/lib/dashboard/format';
import { copyText } from '../ui/copy/copy-text';
import { shareLink } from '../ui/copy/share-link';
import { Menu, type MenuItem } from '../ui/menu';
import { saveFile } from '../ui/save-file';
import type { Holdings } from './reading/use-holdings';
import { useView } from './view-link';

/** The rows that match the current filters, for the export. */
export type ShownRows =
  | { tab: 'tokens'; rows: readonly TokenRow[] }
  | { tab: 'nfts'; rows: readonly NftRow[] };

type Props = {
  addressOrName: string;
  chain: number;
  holdings: Holdings;
  /** Returns the rows that match the current filters. */
  shown: () => ShownRows;
};

/** Menu of an account: link, exports of the filtered list, API call, print, explorers. */
export function ShareMenu({ addressOrName, chain, holdings, shown }: Props) {
  const { view } = useView();
  const address = holdings.head?.address ?? addressOrName;
  const incomplete = exportProblem(holdings);
  const save = (format: 'csv' | 'json') => () => {
    const list = shown();
    const name = `${[list.tab, address, view.collection].filter(Boolean).join('-')}.${format}`;
    if (format === 'json') saveFile(rowsJson(list.rows), name, 'application/json');
    else saveFile(list.tab === 'tokens' ? tokensCsv(list.rows) : nftsCsv(list.rows), name, 'text/csv');
    return undefined;
  };
  const exports: MenuItem[] = [
    { label: 'Export this view (CSV)', icon: 'download', onSelect: save('csv') },
    { label: 'Export this view (JSON)', icon: 'download', onSelect: save('json') },
  ];
  const copyCurl = async () =>
    (await copyText(curlOf(location.origin, holdingsRequest(address, chain))))
      ? 'curl copied'
      : 'Copying failed';
  return (
    <Menu
      label="Share"
      icon="share"
      isCompact
      note={incomplete}
      items={[
        { label: 'Share link', icon: 'share', onSelect: () => shareLink(`Solana account ${address}`) },
        ...(incomplete === undefined ? exports : []),
        { label: 'Copy as curl', icon: 'code', onSelect: copyCurl },
        { label: 'Print', icon: 'print', onSelect: () => void window.print() },
        ...explorerLinks(chain, address).map(
          ({ name, href }): MenuItem => ({ label: `Open in ${name}`, icon: 'out', href }),
        ),
      ]}
    />
  );
}

/** Returns why the list cannot be exported; undefined if it is complete. Incomplete exports would be misleading. */
function exportProblem({ head, listed, reading, tokens, nfts }: Holdings): string | undefined {
  const [here, all] = [tokens.length + nfts.length, (head?.tokens ?? 0) + (head?.nfts ?? 0)];
  if (head !== undefined && listed && here === all) return undefined;
  const count = head === undefined ? '' : ` ${formatCount(here)} of ${formatCount(all)} items so far.`;
  return reading
    ? `Export is available when the list is complete.${count}`
    : `Export needs the complete list.${count} Retry first.`;
}
