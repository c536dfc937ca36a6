import { encodeMint, encodeTokenAccount, encodeTokenMetadata } from '@/lib/solana/accounts/account-encoding';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { SYSTEM_PROGRAM, TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { SAMPLE_BIG_WALLET, SAMPLE_HOST } from '@/lib/solana/sample-addresses';
import { numberedAddress, numberOfAddress, sampleAddress } from './sample-address';
import type { Snapshot, SnapshotAccount } from './sample-node';

const COUNT = 10_000;
/** Documents of the sample that its items share. */
const DOCUMENTS = 24;

const account = (pubkey: string, owner: string, data: Buffer): SnapshotAccount => ({
  pubkey,
  owner,
  lamports: 2_039_280n,
  data: data.toString('base64'),
});

/** The item that an address of a kind names; undefined where there is none. */
function itemOf(kind: 'big mint' | 'big account', address: SolanaAddress): number | undefined {
  const index = numberOfAddress(kind, address);
  return index !== undefined && index < COUNT ? index : undefined;
}

/** `base` with a wallet of 10,000 NFTs beside it: its addresses tell which item each is of, its bytes are made when asked for. */
export function withBigWallet(base: Snapshot): Snapshot {
  const creator = sampleAddress('creator');
  const collection = sampleAddress('mint collection tidepools');
  /** The mints that were named so far, and their metadata: a derived address tells nothing back. */
  const mints = new Map<SolanaAddress, number>();
  const metadata = new Map<SolanaAddress, { mint: SolanaAddress; index: number }>();
  let isPrepared = false;

  function nameMint(mint: SolanaAddress, index: number) {
    mints.set(mint, index);
    metadata.set(metadataAddressOf(mint) ?? '', { mint, index });
  }

  /** Derives the addresses, once. */
  function prepare() {
    for (let index = 0; index < COUNT; index++) nameMint(numberedAddress('big mint', index), index);
    isPrepared = true;
  }

  function indexOfMint(pubkey: SolanaAddress): number | undefined {
    const known = mints.get(pubkey);
    if (known !== undefined || isPrepared) return known;
    const index = itemOf('big mint', pubkey);
    if (index !== undefined) nameMint(pubkey, index);
    return index;
  }

  const tokenAccount = (index: number, mint = numberedAddress('big mint', index)) =>
    account(
      numberedAddress('big account', index),
      TOKEN_PROGRAM,
      encodeTokenAccount({ mint, owner: SAMPLE_BIG_WALLET, amount: 1n }),
    );

  function metadataOf(pubkey: SolanaAddress): SnapshotAccount | undefined {
    const found = metadata.get(pubkey);
    if (found === undefined) return undefined;
    const { mint, index } = found;
    return account(
      pubkey,
      TOKEN_METADATA_PROGRAM,
      encodeTokenMetadata({
        updateAuthority: creator,
        mint,
        name: `Tidepool #${index + 1}`,
        symbol: 'TIDE',
        uri: `https://${SAMPLE_HOST}/tidepool-${(index % DOCUMENTS) + 1}.json`,
        sellerFeeBasisPoints: 500,
        creators: [{ address: creator, verified: true, share: 100 }],
        tokenStandard: 0,
        collection: { key: collection, verified: true },
      }),
    );
  }

  return {
    slot: base.slot,
    find: (pubkey) => {
      const known = base.find(pubkey) ?? metadataOf(pubkey);
      if (known !== undefined) return known;
      if (pubkey === SAMPLE_BIG_WALLET)
        return { pubkey, owner: SYSTEM_PROGRAM, lamports: 25_000_000_000n, data: '' };
      if (indexOfMint(pubkey) !== undefined)
        // No authority: to derive ten thousand editions takes too long for a sample.
        return account(pubkey, TOKEN_PROGRAM, encodeMint({ supply: 1n, decimals: 0 }));
      const held = itemOf('big account', pubkey);
      return held === undefined ? undefined : tokenAccount(held);
    },
    tokenAccountsOf: async (owner, programId, mint) => {
      if (owner !== SAMPLE_BIG_WALLET || programId !== TOKEN_PROGRAM)
        return base.tokenAccountsOf(owner, programId, mint);
      if (mint !== undefined) {
        const index = indexOfMint(mint);
        return index === undefined ? [] : [tokenAccount(index, mint)];
      }
      if (!isPrepared) prepare();
      return [...mints].map(([mint, index]) => tokenAccount(index, mint));
    },
  };
}
