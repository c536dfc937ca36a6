import { createHash } from 'node:crypto';
import { encodeAddress } from '@/lib/solana/address/address';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { SYSTEM_PROGRAM, TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
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
export const account = (pubkey: string, owner: string, data: Uint8Array, lamports = 1n): SnapshotAccount => ({
  pubkey,
  owner,
  lamports,
  data: Buffer.from(data).toString('base64'),
});

/** Rent reserve of a token account. */
export const RENT_LAMPORTS = 2_039_280n;

type Metadata = Parameters<typeof encodeTokenMetadata>[0];

/** Creates a token account, its mint and the mint's metadata. */
export function heldToken(
  tokenAccount: string,
  metadata: Omit<Metadata, 'symbol'> & { owner: string; symbol?: string; amount?: bigint; decimals?: number },
): SnapshotAccount[] {
  const { mint, updateAuthority: authority, owner, amount = 1n, decimals = 0 } = metadata;
  const tokenStandard = decimals === 0 ? 0 : 2;
  return [
    [tokenAccount, TOKEN_PROGRAM, encodeTokenAccount({ mint, owner, amount })] as const,
    [mint, TOKEN_PROGRAM, encodeMint({ supply: amount, decimals, authority })] as const,
    [
      metadataAddressOf(mint) ?? '',
      TOKEN_METADATA_PROGRAM,
      encodeTokenMetadata({ symbol: '', tokenStandard, ...metadata }),
    ] as const,
  ].map(([pubkey, program, data]) => account(pubkey, program, data, RENT_LAMPORTS));
}

/** Creates the accounts of a wallet with `count` NFTs. */
export function nftWallet(
  owner: string,
  count: number,
  uri = (index: number) => `https://documents.example/${index}.json`,
): SnapshotAccount[] {
  const creator = addressOf('creator');
  const nfts = Array.from({ length: count }, (_, index) =>
    heldToken(addressOf(`${owner} account ${index}`), {
      owner,
      mint: addressOf(`${owner} mint ${index}`),
      updateAuthority: creator,
      name: `NFT #${index}`,
      symbol: 'NFT',
      uri: uri(index),
      sellerFeeBasisPoints: 500,
      creators: [
        { address: creator, verified: true, share: 60 },
        { address: owner, verified: false, share: 40 },
      ],
      collection: { key: creator, verified: true },
    }),
  );
  return [account(owner, SYSTEM_PROGRAM, new Uint8Array(), 1_000_000_000n), ...nfts.flat()];
}
