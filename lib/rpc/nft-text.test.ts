import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJson } from '@/lib/json/exact-write';
import { encodeAddress } from '@/lib/solana/address/address';
import type { Nft } from '@/lib/solana/holdings';
import { writeNft } from './nft-text';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '"', '\\', '\n', '\u007f', '\u2028', '\ud800', '\udc00\ud800', '😀', '"},{"mint":"'),
);
const number = fc.nat();
/** Addresses alone are read as such. */
const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => encodeAddress(bytes));
const nft: fc.Arbitrary<Nft> = fc
  .tuple(
    fc.array(address, { minLength: 2, maxLength: 2 }),
    fc.array(text, { minLength: 7, maxLength: 7 }),
    fc.array(number, { minLength: 4, maxLength: 4 }),
    fc.boolean(),
  )
  .chain(([[mint = '', itsAccount = ''], texts, numbers, flag]) =>
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
        const [name = '', symbol = '', image = '', updateAuthority = '', ...others] = texts;
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
          address: itsAccount,
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
