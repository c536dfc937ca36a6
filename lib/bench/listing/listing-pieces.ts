// Compares the two steps that take most of a listing's CPU time, deriving metadata PDAs and decoding metadata, with
// web3.js and Umi.
import { randomBytes } from 'node:crypto';
import {
  deserializeMetadata,
  findMetadataPda,
  mplTokenMetadata,
} from '@metaplex-foundation/mpl-token-metadata';
import { lamports, publicKey } from '@metaplex-foundation/umi';
import { createUmi } from '@metaplex-foundation/umi-bundle-defaults';
import { PublicKey } from '@solana/web3.js';
import { decodeTokenMetadata } from '@/lib/solana/accounts/token-metadata';
import { encodeAddress } from '@/lib/solana/address/address';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { TOKEN_METADATA_PROGRAM } from '@/lib/solana/programs';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';

const PROGRAM = new PublicKey(TOKEN_METADATA_PROGRAM);

/** Returns the best of several measurements: on a shared machine the minimum is closest to the true cost. */
function best(times: number, measure: () => number): number {
  return Math.min(...Array.from({ length: times }, measure));
}

function perItemMs<T>(items: readonly T[], work: (item: T) => unknown): number {
  const started = performance.now();
  for (const item of items) work(item);
  return (performance.now() - started) / items.length;
}

/** Measures the derivation of metadata PDAs and counts how many of `count` differ from web3.js. */
export function benchAddresses(count: number) {
  const mints = Array.from({ length: count }, () => randomBytes(32));
  const addresses = mints.map((mint) => encodeAddress(mint));
  // Warm up before the measurement.
  for (let i = 0; i < 1_000; i++) metadataAddressOf(encodeAddress(randomBytes(32)));
  const satchelMs = perItemMs(addresses, metadataAddressOf);
  let different = 0;
  const web3Ms = perItemMs(mints, (mint) => {
    const [expected] = PublicKey.findProgramAddressSync(
      [Buffer.from('metadata'), PROGRAM.toBytes(), mint],
      PROGRAM,
    );
    if (expected.toBase58() !== metadataAddressOf(encodeAddress(mint))) different += 1;
  });
  const umi = createUmi('http://127.0.0.1:1').use(mplTokenMetadata());
  const umiMs = perItemMs(addresses.slice(0, 1_000), (mint) =>
    findMetadataPda(umi, { mint: publicKey(mint) }),
  );
  return { count, satchelMs, web3Ms, umiMs, different };
}

/** Measures the average time to decode the recorded metadata accounts. */
export function benchMetadata() {
  const accounts = solanaVectors('metadata').filter(({ expected }) => expected.ok);
  const many = Array.from({ length: 400 }, () => accounts).flat();
  perItemMs(many.slice(0, 2_000), ({ bytes }) => decodeTokenMetadata(bytes));
  const satchelMs = best(5, () => perItemMs(many, ({ bytes }) => decodeTokenMetadata(bytes)));
  const umiMs = best(3, () =>
    perItemMs(many.slice(0, 2_000), ({ account, bytes }) =>
      deserializeMetadata({
        publicKey: publicKey(account.pubkey),
        owner: publicKey(account.owner),
        data: new Uint8Array(bytes),
        lamports: lamports(1),
        executable: false,
      }),
    ),
  );
  return { satchelMs, umiMs };
}
