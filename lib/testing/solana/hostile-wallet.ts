import {
  encodeExtended,
  encodeInlineMetadata,
  encodeMetadataPointer,
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadata,
} from '@/lib/solana/accounts/account-encoding';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { TOKEN_2022_PROGRAM, TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import type { SnapshotAccount } from '@/lib/sources/sample/sample-node';
import { addressOf } from './solana-wallet';

/** A word that no line holds. */
export const LONG_WORD = 'W'.repeat(300);

/** A wallet whose token and NFT say more of themselves than any layout has room for. */
export function hostileWallet(owner: string, documentUri: string): SnapshotAccount[] {
  const accounts: SnapshotAccount[] = [
    { pubkey: owner, owner: '11111111111111111111111111111111', lamports: 1n, data: '' },
  ];
  const add = (pubkey: string, program: string, data: Buffer) =>
    accounts.push({ pubkey, owner: program, lamports: 2_039_280n, data: data.toString('base64') });

  const mint = addressOf('hostile mint');
  const said = { updateAuthority: owner, mint, name: `${LONG_WORD}N`, symbol: LONG_WORD, uri: '' };
  add(
    mint,
    TOKEN_2022_PROGRAM,
    encodeExtended(encodeMint({ supply: 2n ** 64n - 1n, decimals: 18 }), 1, [
      { type: 18, value: encodeMetadataPointer(mint) },
      { type: 19, value: encodeInlineMetadata(said) },
    ]),
  );
  add(
    addressOf('hostile account'),
    TOKEN_2022_PROGRAM,
    encodeExtended(encodeTokenAccount({ mint, owner, amount: 2n ** 64n - 1n }), 2, []),
  );

  const nft = addressOf('hostile nft');
  add(addressOf('hostile nft account'), TOKEN_PROGRAM, encodeTokenAccount({ mint: nft, owner, amount: 1n }));
  add(nft, TOKEN_PROGRAM, encodeMint({ supply: 1n, decimals: 0, authority: owner }));
  add(
    metadataAddressOf(nft) ?? '',
    TOKEN_METADATA_PROGRAM,
    encodeTokenMetadata({
      updateAuthority: owner,
      mint: nft,
      name: LONG_WORD.slice(0, 32),
      symbol: LONG_WORD.slice(0, 10),
      uri: documentUri,
      tokenStandard: 0,
    }),
  );
  return accounts;
}
