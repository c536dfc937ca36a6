import { describe, expect, it } from 'vitest';
import { SAMPLE_TINY_WALLET } from '@/lib/solana/sample-addresses';
import type { Method } from './define-method';
import { methods } from './methods';

const methodOf = (name: string) => methods.find((method) => method.name === name) as Method;
const unitsOf = (name: string, params: unknown) => {
  const method = methodOf(name);
  return method.units(method.readParams(params));
};
const keyOf = (name: string, params: unknown) => methodOf(name).responseCache?.cacheKey(params);
const ids = (count: number) => Array.from({ length: count }, () => SAMPLE_TINY_WALLET);

describe('the work units of a DAS method', () => {
  it.each([
    ['getAsset', { id: SAMPLE_TINY_WALLET }, 2],
    ['getAssets', { ids: ids(1) }, 2],
    ['getAssetBatch', { ids: ids(1_000) }, 1_000],
    ['getAssetsByOwner', { ownerAddress: SAMPLE_TINY_WALLET }, 10],
    ['searchAssets', { ownerAddress: SAMPLE_TINY_WALLET }, 10],
    ['searchAssets', { creatorAddress: SAMPLE_TINY_WALLET }, 5],
    ['getTokenAccounts', { owner: SAMPLE_TINY_WALLET }, 5],
    ['getNftEditions', { mint: SAMPLE_TINY_WALLET }, 1],
    ['getAssetProof', { id: SAMPLE_TINY_WALLET }, 5],
  ])('the work units of %s depend on what the call reads (case %#)', (name, params, units) => {
    expect(unitsOf(name, params)).toBe(units);
  });

  it('a DAS call costs one additional work unit per 100 assets read beyond 1,000', () => {
    const { unitsBeyond } = methodOf('getAssetsByOwner');
    const beyond = (itemsRead: number) => unitsBeyond?.({ itemsRead });
    expect([beyond(1_000), beyond(1_099), beyond(1_100), beyond(10_000)]).toEqual([0, 0, 1, 90]);
  });
});

describe('the cache key of a DAS method', () => {
  const owner = { ownerAddress: SAMPLE_TINY_WALLET };

  it('a DAS call has the same cache key in all forms of params', () => {
    const key = keyOf('getAssetsByOwner', { ...owner, limit: 5 });
    expect(key).toEqual(expect.any(String));
    expect(keyOf('getAssetsByOwner', [{ ...owner, limit: 5, cursor: null }])).toBe(key);
    expect(keyOf('getAssetsByOwner', [SAMPLE_TINY_WALLET, null, 5])).toBe(key);
    expect(keyOf('getAssetsByOwner', { ...owner, limit: 6 })).not.toBe(key);
    const shown = { showFungible: true };
    expect(keyOf('getAssetsByOwner', { ...owner, options: shown })).toBe(
      keyOf('getAssetsByOwner', { ...owner, displayOptions: shown }),
    );
  });

  it('a DAS call that has invalid params or unknown names, or that is forwarded, has no cache key', () => {
    expect(keyOf('getAssetsByOwner', {})).toBeUndefined();
    expect(keyOf('getAssetsByOwner', { ...owner, colour: 1 })).toBeUndefined();
    expect(keyOf('getAssetProof', { id: SAMPLE_TINY_WALLET })).toBeUndefined();
  });
});
