import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byMintCoarsely, byMintThenAddress } from './item-order';

describe('the coarse order of items', () => {
  it('never contradicts the order, whatever a mint is called', () => {
    const letter = fc.constantFrom('', '1', 'a', 'z', '~', '\u007f', '\u0080', 'ł', '漢', '\u{1f600}', '\0');
    const mint = fc.oneof(
      fc.array(letter, { maxLength: 6 }).map((letters) => letters.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(mint, mint, (a, b) => {
        const order = byMintThenAddress({ mint: a, address: '' }, { mint: b, address: '' });
        const coarse = byMintCoarsely({ mint: a }) - byMintCoarsely({ mint: b });
        expect([0, Math.sign(order)]).toContain(Math.sign(coarse));
        expect(byMintCoarsely({ mint: a })).toBeLessThan(2 ** 28);
      }),
      { numRuns: 5_000 },
    );
  });
});
