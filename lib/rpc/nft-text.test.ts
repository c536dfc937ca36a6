import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJson } from '@/lib/json/exact-write';
import type { Nft } from '@/lib/solana/holdings';
import { writeNft } from './nft-text';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '"', '\\', '\n', '\u007f', '\u2028', '\ud800', '\udc00\ud800', '😀', '"},{"mint":"'),
);
const number = fc.nat();
const nft: fc.Arbitrary<Nft> = fc
  .tuple(
    fc.array(text, { minLength: 9, maxLength: 9 }),
    fc.array(number, { minLength: 4, maxLength: 4 }),
    fc.boolean(),
  )
  .chain(([texts, numbers, flag]) =>
    fc
      .record({
        creators: fc.array(
          fc.record({ address: text, verified: fc.boolean(), share: number }, { noNullPrototype: true }),
        ),
        uriData: fc.option(fc.dictionary(fc.string(), fc.bigInt()), { nil: undefined }),
        alike: fc.boolean(),
        editionNonce: fc.option(number),
      })
      .map(({ creators, uriData, alike, editionNonce }) => {
        const [mint = '', address = '', name = '', symbol = '', image = '', updateAuthority = ''] = texts;
        const [, , , , , , ...others] = texts;
        const [key = 0, fee = 0, otherFee = 0] = numbers;
        const [otherMint = '', otherName = '', otherSymbol = ''] = alike ? [mint, name, symbol] : others;
        const data = {
          name: otherName,
          symbol: otherSymbol,
          uri: image,
          sellerFeeBasisPoints: otherFee,
          creators,
        };
        return {
          mint,
          address,
          isSemiFungible: flag,
          name,
          symbol,
          image,
          sellerFeeBasisPoints: fee,
          metadata: {
            key,
            updateAuthority,
            mint: otherMint,
            data: uriData === undefined ? data : { ...data, uriData },
            primarySaleHappened: !flag,
            isMutable: flag,
            editionNonce,
          },
        };
      }),
  );

describe('a documented NFT', () => {
  it('is written as any value is, to the byte', () => {
    fc.assert(
      fc.property(nft, (each) => void expect(writeNft(each)).toBe(writeJson(each))),
      { numRuns: 2_000 },
    );
  });
});
