import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { ResponseCache } from '@/lib/rpc/response-cache';
import { CACHE_SIZES, cacheBytes } from './cache-sizes';
import { byteLengthOf, type JsonText } from './json/json-text';
import { holdingsBytes } from './solana/holdings-events';

/** The project's own source code, by path. */
const sources = new Map(
  ['lib', 'app', 'components']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path))))
    .filter(
      (path) =>
        /\.tsx?$/.test(path) &&
        !/\.(test|contract|generated)\.|^lib\/(testing|bench|commands)\/|cache-sizes/.test(path) &&
        statSync(path).isFile(),
    )
    .map((path) => [path, readFileSync(path, 'utf8')]),
);

describe('all caches together', () => {
  it('all caches together take at most 150 MB when full', () => {
    const sum = Object.values(CACHE_SIZES).reduce((total, { bytes }) => total + bytes, 0);
    expect(sum).toBeLessThanOrEqual(150_000_000);
    expect(sum).toBeGreaterThan(100_000_000);
  });

  it('each limit in CACHE_SIZES is used by one cache, and each cache has a limit from CACHE_SIZES', () => {
    const used: string[] = [];
    for (const [path, source] of sources) {
      const names = [...source.matchAll(/cache(?:Bytes|Entries)\('(\w+)'\)/g)].map(([, name]) => name ?? '');
      used.push(...names);
      for (const [made] of source.matchAll(/new (?:LRU|Ttl)Cache(?:<[^(]*>)?\([^)]*/g)) {
        const bound = /max(?:Size)?: (?:cache(?:Bytes|Entries)\('\w+'|([A-Z_]+))/.exec(made);
        expect(bound, `${path}: ${made}`).not.toBeNull();
        if (bound?.[1] !== undefined)
          expect(source, path).toMatch(new RegExp(`const ${bound[1]} = cacheEntries\\('`));
      }
    }
    expect(used.sort()).toEqual(Object.keys(CACHE_SIZES).sort());
  });
});

describe('an expired entry', () => {
  it('every cache drops expired entries, unless all its entries are permanent', () => {
    const forGood = [...sources]
      .filter(([, source]) => source.includes('new LRUCache'))
      .map(([path]) => path);
    expect(forGood.sort()).toEqual(['lib/solana/address/program-address.ts', 'lib/store/known-pairings.ts']);
    for (const [path, source] of sources)
      if (source.includes('new TtlCache'))
        expect(source.match(/\bttl\b|\.\.\.UNSEEN/g)?.length, path).toBeGreaterThanOrEqual(
          source.match(/new TtlCache/g)?.length ?? 0,
        );
  });
});

describe('the size of a cache entry', () => {
  const keptOf = async (text: JsonText) => {
    const answers = new ResponseCache();
    for (let i = 0; i < 60; i++)
      await answers.getOrCompute(
        `${i}`,
        async () => ({ text, byteLength: byteLengthOf(text), ttlMs: 1000, isShared: true }),
        {
          scope: scopeOf(new AbortController().signal),
        },
      );
    return Array.from({ length: 60 }, (_, i) => answers.get(`${i}`)).filter((answer) => answer).length;
  };

  it('a cache entry counts two bytes for each character of a string, and one for each byte of binary data', async () => {
    const most = cacheBytes('responseCache');
    expect(await keptOf('漢'.repeat(1_000_000))).toBe(Math.floor(most / 2_000_500));
    expect(await keptOf([Buffer.alloc(1_000_000)])).toBe(Math.floor(most / 1_000_500));
  });

  it('a cache entry for holdings counts the long strings of its items', () => {
    const data = { uri: 'u'.repeat(10_000) };
    const item = { name: '', symbol: '', image: '', metadata: { data } } as never;
    const token = { name: 'n'.repeat(1_000), symbol: '', image: '' } as never;
    const without = holdingsBytes({ nfts: [], tokens: [] });
    expect(holdingsBytes({ nfts: [item], tokens: [] }) - without).toBeGreaterThan(20_000);
    expect(holdingsBytes({ nfts: [], tokens: [token] }) - without).toBeGreaterThan(2_000);
  });
});
