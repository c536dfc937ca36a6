import { metadataAddressOf } from '@/lib/solana/address/program-address';
import {
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '@/lib/solana/programs';
import type { SnapshotAccount } from '@/lib/sources/sample/sample-node';
import {
  encodeExtended,
  encodeInlineMetadata,
  encodeMetadataPointer,
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadata,
} from '@/lib/testing/solana/encode-token-accounts';
import { account, addressOf } from './solana-wallet';

/** A word that is longer than any line. */
export const LONG_WORD = 'W'.repeat(300);

/** Names in right-to-left scripts. */
export const RIGHT_TO_LEFT = { symbol: 'שקל', token: 'מטבע קטן', nft: 'ציור', collection: 'אוסף ציורים' };

/** Creates a wallet that holds nothing, with a function that adds accounts to its snapshot. */
function emptyWallet(owner: string) {
  const accounts = [account(owner, SYSTEM_PROGRAM, new Uint8Array())];
  const add = (pubkey: string, program: string, data: Buffer) =>
    accounts.push({ ...account(pubkey, program, data), lamports: 2_039_280n });
  return { accounts, add };
}

/** Creates a wallet whose token, NFT and verified collection have right-to-left names. */
export function rightToLeftWallet(owner: string, documentUri: string): SnapshotAccount[] {
  const { accounts, add } = emptyWallet(owner);
  const names = RIGHT_TO_LEFT;
  const addMint = (
    label: string,
    decimals: number,
    said: Partial<Parameters<typeof encodeTokenMetadata>[0]>,
  ) => {
    const mint = addressOf(`right to left ${label}`);
    add(
      mint,
      TOKEN_PROGRAM,
      encodeMint({ supply: decimals === 0 ? 1n : 9_000n, decimals, authority: owner }),
    );
    add(
      metadataAddressOf(mint) ?? '',
      TOKEN_METADATA_PROGRAM,
      encodeTokenMetadata({
        updateAuthority: owner,
        mint,
        name: '',
        symbol: '',
        uri: documentUri,
        tokenStandard: decimals === 0 ? 0 : 2,
        ...said,
      }),
    );
    return mint;
  };
  const addHeld = (mint: string, amount: bigint) =>
    add(addressOf(`account of ${mint}`), TOKEN_PROGRAM, encodeTokenAccount({ mint, owner, amount }));
  addHeld(addMint('token', 2, { name: names.token, symbol: names.symbol, uri: '' }), 8_765n);
  const collection = { key: addMint('collection', 0, { name: names.collection }), verified: true };
  addHeld(addMint('nft', 0, { name: names.nft, collection }), 1n);
  return accounts;
}

/** Creates a wallet whose token and NFT have names that overflow any layout. */
export function hostileWallet(owner: string, documentUri: string): SnapshotAccount[] {
  const { accounts, add } = emptyWallet(owner);

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
