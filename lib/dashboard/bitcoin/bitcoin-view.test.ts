import { describe, expect, it } from 'vitest';
import { bitcoinHref, readBitcoinView } from '@/lib/dashboard/bitcoin-view';

describe('the view of a Bitcoin page', () => {
  it.each([1, 111])('omits the default chain %i from the URL of the Bitcoin view', (defaultChain) => {
    expect(readBitcoinView({}, defaultChain).chain).toBe(defaultChain);
    expect(readBitcoinView({ chain: '0' }, defaultChain).chain).toBe(defaultChain);
    expect(bitcoinHref('KEY', { chain: defaultChain }, defaultChain)).toBe('/bitcoin/KEY');
  });

  it('restores the Bitcoin view from its URL', () => {
    for (const chain of [1, 111, 137]) {
      const view = { chain, match: 'bc1q a' };
      const { searchParams } = new URL(bitcoinHref('KEY', view, 111), 'http://localhost');
      expect(readBitcoinView(searchParams, 111)).toEqual(view);
    }
  });
});
