import { forEachYielding } from '@/lib/promises/for-each-yielding';
import { encodeMint, encodeTokenAccount, encodeTokenMetadata } from '@/lib/solana/accounts/account-encoding';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { SYSTEM_PROGRAM, TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { SAMPLE_BIG_WALLET, SAMPLE_HOST } from '@/lib/solana/sample-addresses';
import { sampleAddress } from './sample-address';
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

/** `base` with a wallet of 10,000 NFTs beside it: only its addresses are kept, its bytes are made when asked for. */
export function withBigWallet(base: Snapshot): Snapshot {
  const creator = sampleAddress('creator');
  const collection = sampleAddress('mint collection tidepools');
  let mints: Map<SolanaAddress, number> | undefined;
  const metadata = new Map<SolanaAddress, { mint: SolanaAddress; index: number }>();

  /** Derives the addresses, once and in slices: 10,000 PDAs are a tenth of a second. */
  async function prepare() {
    const made = new Map<SolanaAddress, number>();
    const indexes = Array.from({ length: COUNT }, (_, index) => index);
    await forEachYielding(indexes, (index) => {
      const mint = sampleAddress(`big mint ${index}`);
      made.set(mint, index);
      metadata.set(metadataAddressOf(mint) ?? '', { mint, index });
    });
    mints = made;
    return made;
  }

  return {
    slot: base.slot,
    find: (pubkey) => {
      const known = base.find(pubkey);
      if (known !== undefined) return known;
      if (pubkey === SAMPLE_BIG_WALLET)
        return { pubkey, owner: SYSTEM_PROGRAM, lamports: 25_000_000_000n, data: '' };
      if (mints?.has(pubkey))
        return account(pubkey, TOKEN_PROGRAM, encodeMint({ supply: 1n, decimals: 0, authority: creator }));
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
    },
    tokenAccountsOf: async (owner, programId) => {
      if (owner !== SAMPLE_BIG_WALLET || programId !== TOKEN_PROGRAM)
        return base.tokenAccountsOf(owner, programId);
      const accounts: SnapshotAccount[] = [];
      await forEachYielding(mints ?? (await prepare()), ([mint, index]) => {
        accounts.push(
          account(
            sampleAddress(`big account ${index}`),
            TOKEN_PROGRAM,
            encodeTokenAccount({ mint, owner, amount: 1n }),
          ),
        );
      });
      return accounts;
    },
  };
}
