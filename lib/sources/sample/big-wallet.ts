import { decodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { SYSTEM_PROGRAM, TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { SAMPLE_BIG_WALLET, SAMPLE_HOST } from '@/lib/solana/sample-addresses';
import { numberedAddress, numberOfAddress } from './sample-address';
import type { Snapshot, SnapshotAccount } from './sample-node';

const COUNT = 10_000;
/** Documents of the sample that its items share. */
const DOCUMENTS = 24;

const bytesOf = (address: SolanaAddress) => decodeAddress(address) ?? new Uint8Array(32);

/** An item's bytes in Base64, without what differs between the items (`snapshot.json`). */
export type BigItem = { mint: string; account: string; metadata: string };

/** An account whose bytes are a template's with addresses and texts written into it, each at its offset. */
function filled(
  pubkey: string,
  owner: string,
  template: string,
  parts: [offset: number, content: Uint8Array | string][] = [],
): SnapshotAccount {
  const data = Buffer.from(template, 'base64');
  for (const [offset, content] of parts)
    data.set(typeof content === 'string' ? Buffer.from(content) : content, offset);
  return { pubkey, owner, lamports: 2_039_280n, data: data.toString('base64') };
}

/** The item that an address of a kind names; undefined where there is none. */
function itemOf(kind: 'big mint' | 'big account', address: SolanaAddress): number | undefined {
  const index = numberOfAddress(kind, address);
  return index !== undefined && index < COUNT ? index : undefined;
}

/** `base` with a wallet of 10,000 NFTs beside it: its addresses tell which item each is of, its bytes are made when asked for. */
export function withBigWallet(base: Snapshot, item: BigItem): Snapshot {
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
    filled(numberedAddress('big account', index), TOKEN_PROGRAM, item.account, [[0, bytesOf(mint)]]);

  function metadataOf(pubkey: SolanaAddress): SnapshotAccount | undefined {
    const found = metadata.get(pubkey);
    if (found === undefined) return undefined;
    const { mint, index } = found;
    // The name follows the kind, two addresses and its length; the document follows 32 bytes of name and 10 of symbol.
    return filled(pubkey, TOKEN_METADATA_PROGRAM, item.metadata, [
      [33, bytesOf(mint)],
      [69, `Tidepool #${index + 1}`],
      [119, `https://${SAMPLE_HOST}/tidepool-${(index % DOCUMENTS) + 1}.json`],
    ]);
  }

  return {
    slot: base.slot,
    find: (pubkey) => {
      const known = base.find(pubkey) ?? metadataOf(pubkey);
      if (known !== undefined) return known;
      if (pubkey === SAMPLE_BIG_WALLET)
        return { pubkey, owner: SYSTEM_PROGRAM, lamports: 25_000_000_000n, data: '' };
      if (indexOfMint(pubkey) !== undefined) return filled(pubkey, TOKEN_PROGRAM, item.mint);
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
