import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import type { SnapshotAccount } from '@/lib/sources/sample/sample-node';
import {
  encodeExtended,
  encodeInlineMetadata,
  encodeMetadataPointer,
  encodeMint,
  encodeTokenAccount,
} from '@/lib/testing/solana/encode-token-accounts';
import { account, addressOf, heldToken, RENT_LAMPORTS } from './solana-wallet';

/** A word that is longer than any line. */
export const LONG_WORD = 'W'.repeat(300);

/** Names in right-to-left scripts. */
export const RIGHT_TO_LEFT = { symbol: 'שקל', token: 'מטבע קטן', nft: 'ציור', collection: 'אוסף ציורים' };

/** Creates a wallet whose token, NFT and verified collection have right-to-left names. */
export function rightToLeftWallet(owner: string, documentUri: string): SnapshotAccount[] {
  const { symbol, token, nft, collection } = RIGHT_TO_LEFT;
  const [tokenMint, nftMint, key] = ['token', 'nft', 'collection'].map((label) =>
    addressOf(`right to left ${label}`),
  ) as [string, string, string];
  const common = { owner, updateAuthority: owner, uri: documentUri };
  const [, ...collectionAccounts] = heldToken('', { ...common, mint: key, name: collection });
  return [
    account(owner, SYSTEM_PROGRAM, new Uint8Array()),
    ...collectionAccounts,
    ...heldToken(addressOf(`account of ${tokenMint}`), {
      ...common,
      mint: tokenMint,
      name: token,
      symbol,
      uri: '',
      amount: 8_765n,
      decimals: 2,
    }),
    ...heldToken(addressOf(`account of ${nftMint}`), {
      ...common,
      mint: nftMint,
      name: nft,
      collection: { key, verified: true },
    }),
  ];
}

/** Creates a wallet whose token and NFT have names that overflow any layout. */
export function hostileWallet(owner: string, documentUri: string): SnapshotAccount[] {
  const mint = addressOf('hostile mint');
  const metadata = { updateAuthority: owner, mint, name: `${LONG_WORD}N`, symbol: LONG_WORD, uri: '' };
  const extendedMint = encodeExtended(encodeMint({ supply: 2n ** 64n - 1n, decimals: 18 }), 1, [
    { type: 18, value: encodeMetadataPointer(mint) },
    { type: 19, value: encodeInlineMetadata(metadata) },
  ]);
  const tokenAccount = encodeExtended(encodeTokenAccount({ mint, owner, amount: 2n ** 64n - 1n }), 2, []);
  return [
    account(owner, SYSTEM_PROGRAM, new Uint8Array()),
    account(mint, TOKEN_2022_PROGRAM, extendedMint, RENT_LAMPORTS),
    account(addressOf('hostile account'), TOKEN_2022_PROGRAM, tokenAccount, RENT_LAMPORTS),
    ...heldToken(addressOf('hostile nft account'), {
      owner,
      updateAuthority: owner,
      mint: addressOf('hostile nft'),
      name: LONG_WORD.slice(0, 32),
      symbol: LONG_WORD.slice(0, 10),
      uri: documentUri,
    }),
  ];
}
