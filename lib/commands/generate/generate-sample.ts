// Writes the sample network: lib/sources/sample/snapshot.json and the images in public/sample.
// Run: npx tsx lib/commands/generate/generate-sample.ts
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { toWebp } from '@/lib/commands/generate/sample/images';
import { OTHER_ACCOUNTS } from '@/lib/commands/generate/sample/sample-accounts';
import { COLLECTION_ACCOUNTS, COLLECTION_DOCUMENTS } from '@/lib/commands/generate/sample/sample-collections';
import {
  DOCUMENTS,
  IMAGES,
  ITEMS,
  LISTED,
  metadataOf,
  mintOf,
  ownerOf,
  type SampleItem,
} from '@/lib/commands/generate/sample/sample-items';
import {
  encodeExtended,
  encodeInlineMetadata,
  encodeMetadataPointer,
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadata,
} from '@/lib/solana/accounts/account-encoding';
import { encodeClock, encodeTokenRecord } from '@/lib/solana/accounts/fact-encoding';
import { encodeNameAccount, nameAccounts } from '@/lib/solana/address/name-service';
import { editionAddressOf, tokenRecordAddressOf } from '@/lib/solana/address/program-address';
import {
  CLOCK_ADDRESS,
  NAME_SERVICE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
  WRAPPED_SOL_MINT,
} from '@/lib/solana/programs';
import { SAMPLE_HOST, SAMPLE_NAME, SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';

const ROOT = new URL('../../../', import.meta.url);
const SYSVAR_OWNER = 'Sysvar1111111111111111111111111111111111111';
const creator = sampleAddress('creator');
const artist = sampleAddress('artist');

type Row = [pubkey: string, owner: string, lamports: string, data: string, executable?: 'executable'];
const rows = new Map<string, Row>();
const add = (pubkey: string, owner: string, data: Uint8Array, lamports = 2_039_280n) =>
  rows.set(pubkey, [pubkey, owner, lamports.toString(), Buffer.from(data).toString('base64')]);

function addTokenAccount(item: SampleItem, label: string, amount: bigint) {
  const role = item.record?.role;
  // A programmable NFT's delegate is named in both, its account and its record.
  const delegate = item.delegate ?? (role === undefined ? undefined : sampleAddress('marketplace'));
  const account = encodeTokenAccount({
    mint: mintOf(item),
    owner: ownerOf(item),
    amount,
    ...(item.frozen === undefined ? {} : { frozen: item.frozen }),
    ...(delegate === undefined ? {} : { delegate }),
    ...(item.mint === WRAPPED_SOL_MINT ? { rentExemptReserve: 2_039_280n } : {}),
  });
  const address = sampleAddress(`account ${label}`);
  if (item.record !== undefined) {
    const record = tokenRecordAddressOf(mintOf(item), address) ?? '';
    const named = delegate === undefined || role === undefined ? undefined : { address: delegate, role };
    add(record, TOKEN_METADATA_PROGRAM, encodeTokenRecord(item.record.state, named));
  }
  if (item.program === 'token-2022')
    add(address, TOKEN_2022_PROGRAM, encodeExtended(account, 2, [{ type: 7, value: new Uint8Array(0) }]));
  else add(address, TOKEN_PROGRAM, account);
}

for (const item of ITEMS) {
  addTokenAccount(item, item.label, item.amount ?? 1n);
  if (item.second !== undefined) addTokenAccount(item, `${item.label} second`, item.second);
  const mint = mintOf(item);
  // The tiny wallet shares a mint with the other one.
  if (rows.has(mint)) continue;
  const { metadata } = item;
  // As Token Metadata does it: who makes an NFT gives its mint's authorities to its edition.
  const isEdition =
    metadata && !metadata.inline && item.decimals === undefined && metadata.tokenStandard !== 1;
  const authority = isEdition ? (editionAddressOf(mint) ?? creator) : creator;
  const base = encodeMint({ supply: item.supply ?? 1n, decimals: item.decimals ?? 0, authority });
  if (metadata?.inline) {
    const { name, symbol, uri } = metadata;
    add(
      mint,
      TOKEN_2022_PROGRAM,
      encodeExtended(base, 1, [
        ...(item.extensions ?? []),
        { type: 18, value: encodeMetadataPointer(mint) },
        { type: 19, value: encodeInlineMetadata({ updateAuthority: creator, mint, name, symbol, uri }) },
      ]),
    );
    continue;
  }
  add(mint, TOKEN_PROGRAM, base);
  if (metadata === undefined) continue;
  const { name, symbol, uri, tokenStandard = 0, collection, fee = 0, tail } = metadata;
  add(
    metadataOf(item),
    TOKEN_METADATA_PROGRAM,
    encodeTokenMetadata({
      updateAuthority: creator,
      mint,
      name,
      symbol,
      uri,
      sellerFeeBasisPoints: fee,
      ...(item.decimals === undefined
        ? {
            creators: [
              { address: creator, verified: true, share: 70 },
              { address: artist, verified: false, share: 30 },
            ],
          }
        : {}),
      tokenStandard,
      ...(collection === undefined
        ? {}
        : { collection: { key: sampleAddress(`mint collection ${collection}`), verified: true } }),
      ...(tail === undefined ? {} : { tail }),
    }),
  );
}
// The clock that scaled amounts and fees go by: that of the slot below, some time in November 2024.
add(CLOCK_ADDRESS, SYSVAR_OWNER, encodeClock(694n, 1_730_937_600n));
// A name that leads to the wallet.
add(nameAccounts(SAMPLE_NAME).registry, NAME_SERVICE_PROGRAM, encodeNameAccount(SAMPLE_WALLET));
add(SAMPLE_WALLET, SYSTEM_PROGRAM, new Uint8Array(0), 9_007_199_254_740_993n);
add(SAMPLE_TINY_WALLET, SYSTEM_PROGRAM, new Uint8Array(0), 1_500_000_000n);

for (const { pubkey, owner, data, lamports, executable } of [...OTHER_ACCOUNTS, ...COLLECTION_ACCOUNTS]) {
  add(pubkey, owner, data, lamports);
  if (executable === true) rows.get(pubkey)?.push('executable');
}

/** The text of `snapshot.json`. */
export function generateSnapshot(): string {
  const snapshot = {
    slot: 300_000_000,
    tokenList: LISTED.map(({ mint, name, symbol, image }) => ({
      mint,
      name,
      symbol,
      image: image === undefined ? '' : `https://${SAMPLE_HOST}/${image}.png`,
    })),
    documents: { ...DOCUMENTS, ...COLLECTION_DOCUMENTS },
    accounts: [...rows.values()],
  };
  return `${JSON.stringify(snapshot, null, 1)}\n`;
}

async function write() {
  await writeFile(new URL('lib/sources/sample/snapshot.json', ROOT), generateSnapshot());
  const folder = new URL('public/sample/', ROOT);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  let total = 0;
  for (const [name, source] of Object.entries(IMAGES)) {
    const image = await toWebp(source);
    total += image.length;
    await writeFile(new URL(name.replace(/\.png$/, '.webp'), folder), image);
  }
  console.log(
    `${rows.size} accounts, ${Object.keys(IMAGES).length} images of ${Math.round(total / 1024)} kB`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write();
