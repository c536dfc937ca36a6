import { type Attribute, attributesOf, descriptionOf } from '@/lib/dashboard/account/item-document';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { formatBasisPoints } from '@/lib/dashboard/format';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { Labels } from '../ui/labels';
import { Creators } from './creators';
import { Section } from './facts';
import { MintSection } from './held-facts';
import { JsonTree } from './json-tree';
import { HeldFacts, MetadataFacts } from './nft-facts';
import { NftMedia, type PlayableMedia } from './nft-media';

type Props = { nft: ExtendedNft; row: NftRow; media: readonly PlayableMedia[] };

/** An NFT, whole. */
export function NftView({ nft, row, media }: Props) {
  const document = nft.metadata.data.uriData;
  const attributes = document ? attributesOf(document) : [];
  const description = document ? descriptionOf(document) : '';
  return (
    <div className="mt-4 grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <NftMedia row={row} media={media} />
      <div className="min-w-0">
        <h1 className="font-semibold text-2xl tracking-tight">{row.name || 'Without a name'}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-muted text-sm">
          {row.symbol} <Labels {...row} />
        </p>
        {description !== '' && <p className="mt-4 max-w-prose whitespace-pre-line">{description}</p>}
        {attributes.length > 0 && (
          <Section title="Attributes">
            <Attributes attributes={attributes} />
          </Section>
        )}
        <Section title="Held">
          <HeldFacts nft={nft} />
        </Section>
        <MintSection item={nft} />
        <Section title="Royalties and creators">
          <Royalties nft={nft} />
        </Section>
        <Section title="On-chain metadata">
          <MetadataFacts metadata={nft.metadata} row={row} />
        </Section>
        <Section title="Off-chain document">
          {document ? (
            <div className="panel p-4">
              <JsonTree value={document} />
            </div>
          ) : (
            <p className="text-muted text-sm">There is none, or it could not be fetched.</p>
          )}
        </Section>
      </div>
    </div>
  );
}

function Attributes({ attributes }: { attributes: readonly Attribute[] }) {
  return (
    <dl className="flex flex-wrap gap-2">
      {attributes.map(({ trait, value }) => (
        <div
          key={`${trait}: ${value}`}
          className="min-w-28 rounded-md border border-line bg-raised px-3 py-2"
        >
          <dt className="text-muted text-xs">{trait || '—'}</dt>
          <dd className="break-words font-medium text-sm">{value || '—'}</dd>
        </div>
      ))}
    </dl>
  );
}

function Royalties({ nft: { sellerFeeBasisPoints, metadata } }: { nft: ExtendedNft }) {
  const { creators } = metadata.data;
  return (
    <>
      <p className="mb-2 text-sm">
        {sellerFeeBasisPoints === 0
          ? 'No royalty is asked for.'
          : `${formatBasisPoints(sellerFeeBasisPoints)} of a sale, shared as below.`}
      </p>
      {creators.length > 0 ? (
        <Creators creators={creators} />
      ) : (
        <p className="text-muted text-sm">The metadata names no creators.</p>
      )}
    </>
  );
}
