import type { NftRow } from '@/lib/dashboard/account/rows';
import { isMetadataUnread, NOT_READ } from '@/lib/dashboard/account/unread-data';
import { formatAmount, formatCount } from '@/lib/dashboard/format';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { AccountLink, explorerFact, linkFact } from '../account/kind/account-link';
import { MetadataUri } from '../account/kind/metadata-uri';
import { AddressText } from '../ui/address-text';
import { type Fact, type FactList, Facts } from './facts';

const STANDARDS = [
  'NFT',
  'Fungible asset',
  'Fungible',
  'NFT edition',
  'Programmable NFT',
  'Programmable NFT edition',
];

/** An NFT's accounts and kind. */
export function NftDetails({
  nft,
  chain,
  owner,
}: {
  nft: ExtendedNft;
  chain: number;
  owner: string | undefined;
}) {
  const { mint, address, edition, compression, collection } = nft;
  const facts: FactList = [
    owner !== undefined && linkFact('Held by', owner, chain, 'owner'),
    linkFact('Mint', mint, chain),
    mint === address
      ? ['Asset', <AddressText key="" address={address} what="asset" full />]
      : linkFact('Token account', address, chain),
    ['Kind', kindInWords(nft)],
    edition !== null && ['Edition', editionText(edition)],
    compression !== null && linkFact('Merkle tree', compression.tree, chain, 'Merkle tree'),
    compression !== null && ['Leaf', formatCount(compression.leaf)],
    isMetadataUnread(nft)
      ? ['Collection', NOT_READ]
      : collection !== null && linkFact('Collection', collection.key, chain),
    explorerFact(mint, chain),
  ];
  return <Facts facts={facts} />;
}

/** Describes an edition: “Print 5 of 100”, “Master edition, 3 of 100 printed”. */
export function editionText({
  kind,
  number,
  supply,
  maxSupply,
}: NonNullable<ExtendedNft['edition']>): string {
  const of = maxSupply === null ? '' : ` of ${formatAmount(maxSupply, 0)}`;
  if (kind === 'print') return `Print ${number === null ? '' : formatAmount(number, 0)}${of}`;
  if (supply === null) return 'Master edition';
  if (maxSupply === 0n) return 'Master edition without prints';
  return `Master edition, ${formatAmount(supply, 0)}${of} printed`;
}

function kindInWords({ isSemiFungible, tokenStandard, warnings }: ExtendedNft): string {
  if (isMetadataUnread({ warnings }))
    return isSemiFungible ? 'Semi-fungible, by its supply' : 'NFT, by its supply';
  if (isSemiFungible) return 'Semi-fungible';
  if (tokenStandard === null) return 'NFT (no token standard on chain)';
  return STANDARDS[tokenStandard] ?? String(tokenStandard);
}

/** Words for a flag; null if it could not be read. */
const yesOrNo = (flag: boolean | null) => (flag === null ? NOT_READ : flag ? 'Yes' : 'No');

/** On-chain metadata of an NFT. Name and symbol come from `row`, where unsafe characters have been removed. */
export function MetadataFacts({
  metadata,
  row,
  chain,
}: {
  metadata: ExtendedNft['metadata'];
  row: NftRow;
  chain: number;
}) {
  const { data, updateAuthority, isMutable, primarySaleHappened, editionNonce } = metadata;
  const facts: Fact[] = [
    ['Name', <bdi key="">{row.name || 'None'}</bdi>],
    ['Symbol', <bdi key="">{row.symbol || 'None'}</bdi>],
    ['URI', <MetadataUri key="" uri={data.uri} />],
    [
      'Update authority',
      updateAuthority === '' ? (
        'None'
      ) : (
        <AccountLink key="" address={updateAuthority} chain={chain} what="update authority" />
      ),
    ],
    ['Metadata can change', yesOrNo(isMutable)],
    ['First sale happened', yesOrNo(primarySaleHappened)],
  ];
  if (editionNonce !== null) facts.push(['Edition nonce', String(editionNonce)]);
  return <Facts facts={facts} />;
}
