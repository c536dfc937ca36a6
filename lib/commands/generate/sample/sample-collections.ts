import { encodeMint, encodeTokenMetadata } from '@/lib/solana/accounts/account-encoding';
import { editionAddressOf, metadataAddressOf } from '@/lib/solana/address/program-address';
import { TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { SAMPLE_HOST } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import type { OtherAccount } from './sample-accounts';

const COLLECTIONS = [
  { key: 'tidepools', name: 'Tidepools of the North', symbol: 'TIDE', image: 'tidepool-1' },
  { key: 'lanterns', name: 'Paper Lanterns', symbol: 'LAMP', image: 'lantern-1' },
  { key: 'gardens', name: 'Night Gardens', symbol: 'GRDN', image: 'garden-1' },
];

/** Documents of the sample's collections, by path: each with the picture of its first item. */
export const COLLECTION_DOCUMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  COLLECTIONS.map(({ key, name, symbol, image }) => [
    `/collection-${key}.json`,
    JSON.stringify({ name, symbol, image: `https://${SAMPLE_HOST}/${image}.png` }),
  ]),
);

/** The collections themselves: NFTs that nobody of the sample holds. */
export const COLLECTION_ACCOUNTS: readonly OtherAccount[] = COLLECTIONS.flatMap(({ key, name, symbol }) => {
  const creator = sampleAddress('creator');
  const mint = sampleAddress(`mint collection ${key}`);
  const lamports = 2_039_280n;
  const metadata = {
    updateAuthority: creator,
    mint,
    name,
    symbol,
    uri: `https://${SAMPLE_HOST}/collection-${key}.json`,
    tokenStandard: 0,
  };
  return [
    {
      pubkey: mint,
      owner: TOKEN_PROGRAM,
      lamports,
      data: encodeMint({ supply: 1n, decimals: 0, authority: editionAddressOf(mint) ?? creator }),
    },
    {
      pubkey: metadataAddressOf(mint) ?? '',
      owner: TOKEN_METADATA_PROGRAM,
      lamports,
      data: encodeTokenMetadata(metadata),
    },
  ];
});
