import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { decodeTokenMetadata } from '@/lib/solana/accounts/token-metadata';
import { decodeMint, decodeTokenAccount } from '@/lib/solana/accounts/token-program';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import {
  SAMPLE_BIG_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_SHOWCASE_WALLET,
  SAMPLE_TINY_WALLET,
  SAMPLE_WALLET,
  sampleImagePath,
} from '@/lib/solana/sample-addresses';
import { generateSnapshot } from '@/lib/testing/generate/generate-sample';
import { numberedAddress, sampleAddress } from './sample-address';
import { sampleChain } from './sample-chain';
import snapshot from './snapshot.json';

describe('the sample network', () => {
  it('the sample network equals the output of its generator', async () => {
    expect(await readFile(new URL('./snapshot.json', import.meta.url), 'utf8')).toBe(generateSnapshot());
  });

  it('the sample network has the addresses that are embedded in browser code', () => {
    expect(
      ['wallet', 'collector wallet', 'tiny wallet', 'empty wallet', 'big wallet'].map(sampleAddress),
    ).toEqual([
      SAMPLE_WALLET,
      SAMPLE_SHOWCASE_WALLET,
      SAMPLE_TINY_WALLET,
      SAMPLE_EMPTY_WALLET,
      SAMPLE_BIG_WALLET,
    ]);
  });

  it('each image named in a sample document exists, except the intentionally missing one', () => {
    const images = new Set(
      readdirSync(new URL('../../../public/sample/', import.meta.url)).map((name) => `/sample/${name}`),
    );
    const named = Object.values(snapshot.documents).flatMap((text) =>
      [...text.matchAll(/https:\/\/sample\.satchel\.example\/[a-z0-9-]+\.png/g)].map(([url]) =>
        sampleImagePath(url),
      ),
    );
    expect([...new Set(named)].filter((path) => path === undefined || !images.has(path))).toEqual([
      '/sample/not-there.webp',
    ]);
  });

  it('sampleImagePath returns a path only for image URLs of the sample network', () => {
    expect(sampleImagePath('https://sample.satchel.example/tidepool-1.png')).toBe('/sample/tidepool-1.webp');
    for (const url of [
      'https://sample.satchel.example/../x.png/',
      'https://sample.satchel.example/a/b.png',
      'http://sample.satchel.example/a.png',
      'https://sample.satchel.example:8443/a.png',
      'https://other.example/a.png',
      'nonsense',
      'https://sample.satchel.example/%2e%2e%2fa.png',
    ]) {
      expect(sampleImagePath(url)).toBeUndefined();
    }
  });
});

describe('an item of the sample’s big wallet', () => {
  const call = async (method: string, params: unknown[]) =>
    (
      (await sampleChain().transport(method, params, scopeOf(new AbortController().signal))) as {
        value: never;
      }
    ).value;
  const bytesOf = ({ data: [text] }: { data: [string] }) => Buffer.from(text, 'base64');

  it('an item of the sample’s big wallet is found by its token account, its mint and its metadata', async () => {
    const account = numberedAddress('big account', 9_000);
    const held = decodeTokenAccount(bytesOf(await call('getAccountInfo', [account])));
    expect(held).toMatchObject({ owner: SAMPLE_BIG_WALLET, amount: 1n });
    const mint = held?.mint ?? '';
    const found: { data: [string] }[] = await call('getMultipleAccounts', [[mint, metadataAddressOf(mint)]]);
    const [minted, named] = found.map(bytesOf);
    expect(decodeMint(minted ?? new Uint8Array())).toMatchObject({ supply: 1n, decimals: 0 });
    expect(decodeTokenMetadata(named ?? new Uint8Array())).toMatchObject({ mint, name: 'Tidepool #9001' });
    const rows = await call('getTokenAccountsByOwner', [SAMPLE_BIG_WALLET, { mint }]);
    expect((rows as { pubkey: string }[]).map(({ pubkey }) => pubkey)).toEqual([account]);
  });

  it('the sample’s big wallet has no account or mint at index 10,000', async () => {
    for (const kind of ['big account', 'big mint'])
      expect(await call('getAccountInfo', [numberedAddress(kind, 10_000)])).toBeNull();
  });
});
