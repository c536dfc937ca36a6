import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { generateSnapshot } from '@/lib/commands/generate/generate-sample';
import {
  SAMPLE_BIG_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_TINY_WALLET,
  SAMPLE_WALLET,
  sampleImagePath,
} from '@/lib/solana/sample-addresses';
import { sampleAddress } from './sample-address';
import snapshot from './snapshot.json';

describe('the sample network', () => {
  it('is what its generator makes', async () => {
    expect(await readFile(new URL('./snapshot.json', import.meta.url), 'utf8')).toBe(generateSnapshot());
  });

  it('has the addresses that the browser knows', () => {
    expect(['wallet', 'tiny wallet', 'empty wallet', 'big wallet'].map(sampleAddress)).toEqual([
      SAMPLE_WALLET,
      SAMPLE_TINY_WALLET,
      SAMPLE_EMPTY_WALLET,
      SAMPLE_BIG_WALLET,
    ]);
  });

  it('has every image that its documents name, but for the dead one', () => {
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

  it('maps its own image URLs only', () => {
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
