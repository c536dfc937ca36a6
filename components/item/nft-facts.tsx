import type { NftRow } from '@/lib/dashboard/account/rows';
import { isMetadataUnread, NOT_READ } from '@/lib/dashboard/account/unread-data';
import { formatAmount } from '@/lib/dashboard/format';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { AccountLink } from '../account/kind/account-link';
import { MetadataUri } from '../account/kind/metadata-uri';
import { AddressText } from '../ui/address-text';
import { Facts } from './facts';
import { Figure } from './figure';
import { heldFacts } from './held-facts';
import { VerifiedLabel } from './verified-label';

const STANDARDS = [
  'Non-fungible',
  'Fungible asset',
  'Fungible',
  'Non-fungible edition',
  'Programmable NFT',
  'Programmable NFT edition',
];

/** How an NFT is held: its accounts, amount, kind and collection, and who may move it. */
export function HeldFacts({ nft, chain }: { nft: ExtendedNft; chain: number }) {
  const amount = formatAmount(nft.amountString, nft.decimals);
  return (
    <Facts
      facts={[
        ['Mint', <AccountLink key="" address={nft.mint} chain={chain} what="mint" />],
        [
          nft.mint === nft.address ? 'Asset' : 'Token account',
          nft.mint === nft.address ? (
            <AddressText key="" address={nft.address} what="asset" full />
          ) : (
            <AccountLink key="" address={nft.address} chain={chain} what="token account" />
          ),
        ],
        ['Amount', nft.isSemiFungible ? <Figure key="" digits={amount} what="amount" /> : amount],
        ['Kind', kindInWords(nft)],
        [
          'Collection',
          nft.collection !== null ? (
            <Collection key="" collection={nft.collection} chain={chain} />
          ) : isMetadataUnread(nft) ? (
            NOT_READ
          ) : (
            'None'
          ),
        ],
        ...heldFacts(nft, chain),
      ]}
    />
  );
}

function kindInWords({ isSemiFungible, tokenStandard, warnings }: ExtendedNft): string {
  if (isMetadataUnread({ warnings }))
    return isSemiFungible ? 'Semi-fungible, by its supply' : 'NFT, by its supply';
  if (isSemiFungible) return 'Semi-fungible';
  if (tokenStandard === null) return 'NFT (no token standard on chain)';
  return STANDARDS[tokenStandard] ?? String(tokenStandard);
}

/** Anyone can name any collection: only a verified one is to be believed. */
function Collection({
  collection: { key, verified },
  chain,
}: {
  collection: NonNullable<ExtendedNft['collection']>;
  chain: number;
}) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <AccountLink address={key} chain={chain} what="collection" />
      <VerifiedLabel verified={verified} otherwise="not verified: do not believe it" />
    </span>
  );
}

/** What the chain says of an NFT; name and symbol are the row's, which are cleaned. */
export function MetadataFacts({
  metadata,
  row,
  chain,
}: {
  metadata: ExtendedNft['metadata'];
  row: NftRow;
  chain: number;
}) {
  return (
    <Facts
      facts={[
        ['Name', <bdi key="">{row.name || 'None'}</bdi>],
        ['Symbol', <bdi key="">{row.symbol || 'None'}</bdi>],
        ['URI', <MetadataUri key="" uri={metadata.data.uri} />],
        [
          'Update authority',
          metadata.updateAuthority === '' ? (
            'None'
          ) : (
            <AccountLink key="" address={metadata.updateAuthority} chain={chain} what="update authority" />
          ),
        ],
        ['Metadata can change', metadata.isMutable ? 'Yes' : 'No'],
        ['First sale made', metadata.primarySaleHappened ? 'Yes' : 'No'],
        ['Edition nonce', metadata.editionNonce === null ? 'None' : String(metadata.editionNonce)],
      ]}
    />
  );
}
