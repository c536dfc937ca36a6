import { type Attribute, attributesOf, descriptionOf } from '@/lib/dashboard/account/item-document';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { isMetadataUnread, NOT_READ } from '@/lib/dashboard/account/unread-data';
import { formatBasisPoints } from '@/lib/dashboard/format';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { WARNINGS, type Warning } from '@/lib/solana/warnings';
import { Labels } from '../ui/labels';
import { Creators } from './creators';
import { ItemTitle, Section } from './facts';
import { MintSection } from './held-facts';
import { JsonTree } from './json-tree';
import { HeldFacts, MetadataFacts } from './nft-facts';
import { NftMedia, type PlayableMedia } from './nft-media';

type Props = { nft: ExtendedNft; row: NftRow; media: readonly PlayableMedia[]; chain: number };

/** An NFT, whole. */
export function NftView({ nft, row, media, chain }: Props) {
  const isUnread = isMetadataUnread(nft);
  const document = nft.metadata.data.uriData;
  const attributes = document ? attributesOf(document) : [];
  const description = document ? descriptionOf(document) : '';
  return (
    <div className="mt-4 grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] min-[1600px]:grid-cols-[32rem_minmax(0,1fr)]">
      <NftMedia row={row} media={media} />
      <div className="min-w-0">
        <ItemTitle name={row.name || (isUnread ? 'Name not read' : 'Without a name')} />
        <p className="mt-1 flex flex-wrap items-center gap-2 text-muted text-sm">
          {row.symbol !== '' && (
            <span dir="auto" title={row.symbol} className="clipped">
              {row.symbol}
            </span>
          )}{' '}
          <Labels {...row} />
        </p>
        {description !== '' && (
          <p dir="auto" className="mt-4 max-w-prose whitespace-pre-line">
            {description}
          </p>
        )}
        <div className="gap-x-10 min-[1600px]:columns-2">
          {attributes.length > 0 && (
            <Section title="Attributes">
              <Attributes attributes={attributes} />
            </Section>
          )}
          <Section title="Held">
            <HeldFacts nft={nft} chain={chain} />
          </Section>
          <MintSection item={nft} chain={chain} />
          <Section title="Royalties and creators">
            <Royalties nft={nft} chain={chain} />
          </Section>
          <Section title="On-chain metadata">
            {isUnread ? <NotRead /> : <MetadataFacts metadata={nft.metadata} row={row} chain={chain} />}
          </Section>
        </div>
        <Section title="Off-chain document">
          {document ? (
            <div className="panel p-4">
              <JsonTree value={document} />
            </div>
          ) : (
            <p className="text-muted text-sm">{noDocumentWords(nft)}</p>
          )}
        </Section>
      </div>
    </div>
  );
}

/** Why there is no document to show. */
function noDocumentWords(nft: ExtendedNft): string {
  const why = nft.warnings.find((word) => word.startsWith('document-') || word === 'metadata-unread');
  if (why !== undefined && Object.hasOwn(WARNINGS, why)) return WARNINGS[why as Warning];
  return nft.metadata.data.uri === '' ? 'Its metadata names none.' : 'It was not fetched.';
}

function Attributes({ attributes }: { attributes: readonly Attribute[] }) {
  return (
    <dl className="flex flex-wrap gap-2">
      {attributes.map(({ trait, value }) => (
        <div
          key={`${trait}: ${value}`}
          className="min-w-28 max-w-full rounded-md border border-line bg-raised px-3 py-2"
        >
          <dt className="line-clamp-2 text-muted text-xs [overflow-wrap:anywhere]" title={trait}>
            {trait || '—'}
          </dt>
          <dd className="line-clamp-6 font-medium text-sm [overflow-wrap:anywhere]" title={value} dir="auto">
            {value || '—'}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Royalties({ nft: { sellerFeeBasisPoints, metadata, warnings }, chain }: RoyaltyProps) {
  const { creators } = metadata.data;
  if (isMetadataUnread({ warnings })) return <NotRead />;
  return (
    <>
      <p className="mb-2 text-sm">
        {sellerFeeBasisPoints === 0
          ? `No royalty is asked for${creators.length > 0 ? '. If one were, the creators would share it as below.' : '.'}`
          : `${formatBasisPoints(sellerFeeBasisPoints)} of a sale${creators.length > 0 ? ', shared as below.' : '.'}`}
      </p>
      {creators.length > 0 ? (
        <Creators creators={creators} chain={chain} />
      ) : (
        <p className="text-muted text-sm">The metadata names no creators.</p>
      )}
    </>
  );
}

const NotRead = () => <p className="text-muted text-sm">{NOT_READ}.</p>;

type RoyaltyProps = { nft: ExtendedNft; chain: number };
