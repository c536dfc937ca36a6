import type { Ref } from 'react';
import { GalleryHeading } from '@/components/account/gallery/gallery-heading';
import { Labels } from '@/components/ui/labels';
import type { GroupFacet } from '@/lib/dashboard/account/first-view';
import { galleryRows, hereOf } from '@/lib/dashboard/account/gallery-rows';
import { nameWords } from '@/lib/dashboard/account/not-read';
import { MOST_ON_PAPER } from '@/lib/dashboard/account/on-paper';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { formatAmount } from '@/lib/dashboard/format';

type Props = { nfts: readonly NftRow[]; groups: readonly GroupFacet[]; box: Ref<HTMLDivElement> };

/**
 * A long gallery on paper: a line of text an NFT, in the order and the groups of its cards. Not in columns: Chromium
 * cannot print ten thousand lines in them.
 */
export function PaperList({ nfts, groups, box }: Props) {
  const printed = nfts.slice(0, MOST_ON_PAPER);
  return (
    <div ref={box} className="text-[0.625rem] leading-4">
      {galleryRows(printed, groups, printed.length).map((row) =>
        row.kind === 'heading' ? (
          <GalleryHeading key={row.key} group={row.group} read={printedOf(row, printed.length)} />
        ) : (
          <ol key={row.key}>
            {row.nfts.map((nft) => (
              <PaperLine key={nft.address} nft={nft} />
            ))}
          </ol>
        ),
      )}
    </div>
  );
}

/** How many of a group are on paper; undefined where all of it are. */
function printedOf(heading: Parameters<typeof hereOf>[0], printed: number): number | undefined {
  const here = hereOf(heading, printed);
  return here < heading.group.count ? here : undefined;
}

function PaperLine({ nft }: { nft: NftRow }) {
  return (
    <li className="flex break-inside-avoid gap-3 border-line border-b">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <bdi>{nameWords(nft)}</bdi>
        {nft.amount !== undefined && ` × ${formatAmount(nft.amount, 0)}`} <Labels {...nft} />
      </span>
      <span className="w-[44ch] shrink-0 font-mono text-[0.5625rem]">{nft.mint}</span>
    </li>
  );
}
