import { attributesOf, descriptionOf, noDocumentMessage } from '@/lib/dashboard/account/item-document';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { isMetadataUnread, NOT_READ } from '@/lib/dashboard/account/unread-data';
import { accountHref } from '@/lib/dashboard/chains';
import { formatAmount, formatBasisPoints } from '@/lib/dashboard/format';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { AddressText } from '../ui/address-text';
import { Fold } from '../ui/fold';
import { Labels } from '../ui/labels';
import { CollectionName } from './collection-name';
import { Facts, ItemTitle } from './facts';
import { HeldAmount } from './figure';
import { heldFacts, mintFactRows, movability, Status } from './held-facts';
import { JsonTree } from './json-tree';
import { editionText, MetadataFacts, NftDetails } from './nft-facts';
import { NftMedia, type PlayableMedia } from './nft-media';
import { Traits } from './traits';

type Props = {
  nft: ExtendedNft;
  row: NftRow;
  media: readonly PlayableMedia[];
  chain: number;
  /** Address of the account; undefined if the page was opened by name. */
  owner: string | undefined;
};

/** An NFT: image, name, status and traits, and collapsed details. */
export function NftView({ nft, row, media, chain, owner }: Props) {
  const isUnread = isMetadataUnread(nft);
  const document = nft.metadata.data.uriData;
  const attributes = document ? attributesOf(document) : [];
  const description = document ? descriptionOf(document) : '';
  const permissions = [...heldFacts(nft, chain), ...mintFactRows(nft, chain)];
  return (
    <div className="mt-4 grid gap-x-10 max-md:gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
      <div className="min-w-0 max-w-3xl md:col-start-2">
        <ItemTitle name={row.name || (isUnread ? 'Name not read' : 'Without a name')} />
        <p className="mt-1 flex flex-wrap items-center gap-2 text-muted text-sm">
          {nft.collection !== null && (
            <CollectionName
              chain={chain}
              collection={nft.collection.key}
              isVerified={nft.collection.verified}
            />
          )}
          {row.symbol !== '' && (
            <span dir="auto" title={row.symbol} className="clipped">
              {row.symbol}
            </span>
          )}{' '}
          {nft.edition?.kind === 'print' && <span>{editionText(nft.edition)}</span>}
          <Labels {...row} takeable={row.takeable ?? false} />
        </p>
        {nft.isSemiFungible && (
          <HeldAmount digits={formatAmount(nft.amountString, nft.decimals)} unit="held" />
        )}
        <Status item={nft} chain={chain} />
      </div>
      <NftMedia row={row} media={media} />
      <div className="min-w-0 max-w-3xl md:col-start-2">
        {description !== '' && (
          <p dir="auto" className="mt-4 max-w-prose whitespace-pre-line">
            {description}
          </p>
        )}
        {attributes.length > 0 && (
          <section className="mt-5" aria-label="Traits">
            <h2 className="mb-2 font-semibold">Traits</h2>
            <Traits
              attributes={attributes}
              owner={owner}
              chain={chain}
              collection={nft.collection?.verified ? nft.collection.key : undefined}
            />
          </section>
        )}
        <div className="mt-6 border-line border-b">
          <Fold title="Details" isOpen>
            <NftDetails nft={nft} chain={chain} owner={owner} />
          </Fold>
          {permissions.length > 0 && (
            <Fold title="Permissions" isOpen={movability(nft).tone !== ''}>
              <Facts facts={permissions} />
            </Fold>
          )}
          <Fold title="Royalties">
            <Royalties nft={nft} chain={chain} />
          </Fold>
          {/* Without its document, the URI and the reason are what a visitor looks for. */}
          <Fold title="Metadata" isOpen={!isUnread && document === undefined}>
            {isUnread ? <NotRead /> : <MetadataFacts metadata={nft.metadata} row={row} chain={chain} />}
            <h3 className="mt-4 mb-2 font-medium text-sm">Off-chain document</h3>
            {document ? (
              <div className="panel p-4">
                <JsonTree value={document} />
              </div>
            ) : (
              <p className="text-muted text-sm">{noDocumentMessage(nft)}</p>
            )}
          </Fold>
        </div>
      </div>
    </div>
  );
}

function Royalties({ nft: { sellerFeeBasisPoints, metadata }, chain }: RoyaltyProps) {
  const { creators } = metadata.data;
  if (sellerFeeBasisPoints === null || creators === null) return <NotRead />;
  return (
    <>
      <p className="mb-2 text-sm">
        {sellerFeeBasisPoints === 0
          ? 'No royalty'
          : `${formatBasisPoints(sellerFeeBasisPoints)} of each sale`}
      </p>
      {creators.length > 0 ? (
        <Creators creators={creators} chain={chain} />
      ) : (
        <p className="text-muted text-sm">The metadata has no creators.</p>
      )}
    </>
  );
}

const NotRead = () => <p className="text-muted text-sm">{NOT_READ}.</p>;

type RoyaltyProps = { nft: ExtendedNft; chain: number };

type CreatorsProps = { creators: NonNullable<ExtendedNft['metadata']['data']['creators']>; chain: number };

/** An NFT's creators: whether each has signed, and each one's share of the royalties. */
function Creators({ creators, chain }: CreatorsProps) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Creators</caption>
      <thead>
        <tr className="text-left text-muted">
          <th className="h-9 font-medium">Creator</th>
          <th className="font-medium">Signature</th>
          <th className="text-right font-medium">Share of royalties</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-line border-t">
        {creators.map(({ address, verified, share }) => (
          <tr key={address}>
            <td className="py-1.5">
              <AddressText address={address} what="creator" href={accountHref(address, chain)} />
            </td>
            <td className="py-1.5">
              <span className={`label ${verified ? '' : 'label-caution'}`}>
                {verified === null ? 'not read' : verified ? 'signed' : 'not signed'}
              </span>
            </td>
            <td className="py-1.5 text-right">{share}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
