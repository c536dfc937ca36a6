import { createHash } from 'node:crypto';
import { encodeAddress } from '@/lib/solana/address/address';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import type { SnapshotAccount } from '@/lib/sources/sample/sample-node';
import {
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadata,
} from '@/lib/testing/solana/encode-token-accounts';

/** Returns a deterministic address for a label. */
export function addressOf(label: string): string {
  return encodeAddress(createHash('sha256').update(label).digest());
}

/** Creates an account of a snapshot from its bytes. */
export const account = (pubkey: string, owner: string, data: Uint8Array): SnapshotAccount => ({
  pubkey,
  owner,
  lamports: 1n,
  data: Buffer.from(data).toString('base64'),
});

/** Creates the accounts of a wallet with `count` NFTs. */
export function nftWallet(
  owner: string,
  count: number,
  uri = (index: number) => `https://documents.example/${index}.json`,
): SnapshotAccount[] {
  const creator = addressOf('creator');
  const accounts: SnapshotAccount[] = [
    { pubkey: owner, owner: '11111111111111111111111111111111', lamports: 1_000_000_000n, data: '' },
  ];
  const add = (pubkey: string, program: string, data: Buffer) =>
    accounts.push({ pubkey, owner: program, lamports: 2_039_280n, data: data.toString('base64') });
  for (let index = 0; index < count; index++) {
    const mint = addressOf(`${owner} mint ${index}`);
    add(
      addressOf(`${owner} account ${index}`),
      TOKEN_PROGRAM,
      encodeTokenAccount({ mint, owner, amount: 1n }),
    );
    add(mint, TOKEN_PROGRAM, encodeMint({ supply: 1n, decimals: 0, authority: creator }));
    add(
      metadataAddressOf(mint) ?? '',
      TOKEN_METADATA_PROGRAM,
      encodeTokenMetadata({
        updateAuthority: creator,
        mint,
        name: `NFT #${index}`,
        symbol: 'NFT',
        uri: uri(index),
        sellerFeeBasisPoints: 500,
        creators: [
          { address: creator, verified: true, share: 60 },
          { address: owner, verified: false, share: 40 },
        ],
        tokenStandard: 0,
        collection: { key: creator, verified: true },
      }),
    );
  }
  return accounts;
}
