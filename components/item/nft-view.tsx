import { Picture } from '@/components/ui/image';
import { attributesOf, descriptionOf } from '@/lib/dashboard/account/item-document';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { formatAmount, formatBasisPoints } from '@/lib/dashboard/format';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { AddressText } from '../ui/address-text';
import { Labels } from '../ui/labels';
import { Creators } from './creators';
import { Facts, Section } from './facts';
import { JsonTree } from './json-tree';
import { MediaPlayer } from './media-player';

/** A recording with the path by which this server plays it, or without one when it is only linked. */
export type PlayableMedia = {
  kind: 'video' | 'audio' | 'other';
  url: string;
  host: string;
  path: string | undefined;
};

const STANDARDS = [
  'Non-fungible',
  'Fungible asset',
  'Fungible',
  'Non-fungible edition',
  'Programmable',
  'Programmable edition',
];

type Props = { nft: ExtendedNft; row: NftRow; media: readonly PlayableMedia[] };

/** An NFT, whole. */
export function NftView({ nft, row, media }: Props) {
  const { metadata, collection } = nft;
  const { data } = metadata;
  const document = data.uriData;
  const attributes = document ? attributesOf(document) : [];
  const description = document ? descriptionOf(document) : '';
  return (
    <div className="mt-4 grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="md:sticky md:top-6 md:self-start">
        <div className="aspect-square overflow-hidden rounded-lg border border-line bg-raised">
          <Picture path={row.picture} width={512} alt={row.name || 'NFT'} eager />
        </div>
        {media.length > 0 && (
          <div className="mt-3 grid gap-2">
            {media.map(({ kind, path, host, url }) =>
              kind !== 'other' && path !== undefined ? (
                <MediaPlayer key={url} kind={kind} path={path} host={host} url={url} />
              ) : (
                <p key={url} className="text-sm">
                  <a href={url} rel="noreferrer noopener" target="_blank" className="link">
                    Interactive content at {host}
                  </a>
                </p>
              ),
            )}
          </div>
        )}
      </div>
      <div className="min-w-0">
        <h1 className="font-semibold text-2xl tracking-tight">{row.name || 'Without a name'}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-muted text-sm">
          {row.symbol} <Labels {...row} />
        </p>
        {description !== '' && <p className="mt-4 max-w-prose whitespace-pre-line">{description}</p>}

        {attributes.length > 0 && (
          <Section title="Attributes">
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
          </Section>
        )}

        <Section title="Held">
          <Facts
            facts={[
              ['Mint', <AddressText key="" address={nft.mint} what="mint" />],
              [
                nft.mint === nft.address ? 'Asset' : 'Token account',
                <AddressText key="" address={nft.address} what="account" />,
              ],
              ['Amount', formatAmount(nft.amountString, nft.decimals)],
              [
                'Kind',
                nft.isSemiFungible
                  ? 'Semi-fungible'
                  : nft.tokenStandard === null
                    ? 'NFT (no token standard on chain)'
                    : (STANDARDS[nft.tokenStandard] ?? String(nft.tokenStandard)),
              ],
              [
                'Collection',
                collection === null ? (
                  'None'
                ) : (
                  <span key="" className="flex flex-wrap items-center gap-2">
                    <AddressText address={collection.key} what="collection" />
                    <span className={`label ${collection.verified ? 'label-good' : 'label-caution'}`}>
                      {collection.verified ? 'verified' : 'not verified: do not believe it'}
                    </span>
                  </span>
                ),
              ],
              ['State', nft.state === 'frozen' ? 'Frozen' : 'Free to move'],
              ...(nft.delegate === null
                ? []
                : ([['Delegate', <AddressText key="" address={nft.delegate} what="delegate" />]] as [
                    string,
                    React.ReactNode,
                  ][])),
            ]}
          />
        </Section>

        <Section title="Royalties and creators">
          <p className="mb-2 text-sm">
            {nft.sellerFeeBasisPoints === 0
              ? 'No royalty is asked for.'
              : `${formatBasisPoints(nft.sellerFeeBasisPoints)} of a sale, shared as below.`}
          </p>
          {data.creators.length > 0 ? (
            <Creators creators={data.creators} />
          ) : (
            <p className="text-muted text-sm">The metadata names no creators.</p>
          )}
        </Section>

        <Section title="On-chain metadata">
          <Facts
            facts={[
              ['Name', row.name || '—'],
              ['Symbol', row.symbol || '—'],
              [
                'URI',
                <span key="" className="break-all font-mono text-xs">
                  {data.uri || '—'}
                </span>,
              ],
              [
                'Update authority',
                metadata.updateAuthority === '' ? (
                  'None'
                ) : (
                  <AddressText key="" address={metadata.updateAuthority} what="update authority" />
                ),
              ],
              ['Can change', metadata.isMutable ? 'Yes' : 'No'],
              ['First sale made', metadata.primarySaleHappened ? 'Yes' : 'No'],
              ['Edition nonce', metadata.editionNonce === null ? '—' : String(metadata.editionNonce)],
            ]}
          />
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
