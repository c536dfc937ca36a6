import type { Ref } from 'react';
import { Labels } from '@/components/ui/labels';
import type { GroupFacet } from '@/lib/dashboard/account/first-view';
import { galleryRows } from '@/lib/dashboard/account/gallery-rows';
import { isMetadataUnread } from '@/lib/dashboard/account/not-read';
import { MOST_ON_PAPER } from '@/lib/dashboard/account/on-paper';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { formatAmount, formatPart } from '@/lib/dashboard/format';

type Props = { nfts: readonly NftRow[]; groups: readonly GroupFacet[]; box: Ref<HTMLDivElement> };

/** A long gallery on paper: a line of text an NFT, in the order and the groups of its cards. */
export function PaperList({ nfts, groups, box }: Props) {
  const printed = nfts.slice(0, MOST_ON_PAPER);
  return (
    <div ref={box} className="text-[0.625rem] leading-4">
      {galleryRows(printed, groups, printed.length).map((row) =>
        row.kind === 'heading' ? (
          <h2 key={row.key} className="pt-3 pb-1 font-semibold text-sm">
            <bdi>{row.group.title}</bdi>{' '}
            {formatPart(Math.min(row.group.count, printed.length - row.before), row.group.count)}
          </h2>
        ) : (
          <ol key={row.key} className="columns-2 gap-x-6">
            {row.nfts.map((nft) => (
              <PaperLine key={nft.address} nft={nft} />
            ))}
          </ol>
        ),
      )}
    </div>
  );
}

function PaperLine({ nft }: { nft: NftRow }) {
  return (
    <li className="break-inside-avoid [overflow-wrap:anywhere]">
      <bdi>{nft.name || (isMetadataUnread(nft) ? 'Name not read' : 'Without a name')}</bdi>
      {nft.amount !== undefined && ` × ${formatAmount(nft.amount, 0)}`} <Labels {...nft} />{' '}
      <span className="font-mono text-[0.5625rem]">{nft.mint}</span>
    </li>
  );
}
