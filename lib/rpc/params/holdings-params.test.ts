import { expect, it } from 'vitest';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { holdingsCacheKey } from './holdings-params';

it('options that are off share the cached response of a call without them', () => {
  const off = { parseMetadataUri: false, extended: false, includeEmpty: false, prices: false, stake: false };
  expect(holdingsCacheKey([SAMPLE_WALLET, off])).toBe(holdingsCacheKey([SAMPLE_WALLET]));
  expect(holdingsCacheKey([SAMPLE_WALLET, { includeEmpty: true }])).not.toBe(
    holdingsCacheKey([SAMPLE_WALLET]),
  );
});
