import {
  deserializeMetadata,
  getMetadataAccountDataSerializer,
} from '@metaplex-foundation/mpl-token-metadata';
import { lamports, none, publicKey, some } from '@metaplex-foundation/umi';
import { AccountLayout, MintLayout } from '@solana/spl-token';
import { getTokenDecoder } from '@solana-program/token';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeInlineMetadata,
  listExtensions,
  readMetadataPointer,
} from '@/lib/solana/accounts/token-extensions';
import { decodeTokenMetadata } from '@/lib/solana/accounts/token-metadata';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-program';
import { encodeAddress } from '@/lib/solana/address/address';
import { encodeTokenAccount, encodeTokenMetadata } from '@/lib/testing/solana/encode-token-accounts';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { decodeMint } from './accounts/token-program';

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => encodeAddress(bytes));
const u64 = fc.bigInt({ min: 0n, max: 18446744073709551615n });

describe('decoders compared with official libraries', () => {
  it('decodes token accounts in the same way as spl-token and @solana-program/token', () => {
    const decoder = getTokenDecoder();
    fc.assert(
      fc.property(
        address,
        address,
        u64,
        fc.boolean(),
        fc.option(address),
        (mint, owner, amount, frozen, delegate) => {
          const bytes = encodeTokenAccount({ mint, owner, amount, frozen, delegate });
          const decoded = decodeTokenAccount(bytes);
          const spl = AccountLayout.decode(bytes);
          const kit = decoder.decode(bytes);
          expect(decoded).toMatchObject({
            mint: spl.mint.toBase58(),
            owner: spl.owner.toBase58(),
            amount: spl.amount,
            delegatedAmount: spl.delegatedAmount,
          });
          expect([decoded?.mint, decoded?.owner, decoded?.amount]).toEqual([kit.mint, kit.owner, kit.amount]);
          expect(decoded?.state).toBe(frozen ? 'frozen' : 'initialized');
          expect(decoded?.delegate).toBe(delegate);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('decodes arbitrary bytes as a mint in the same way as spl-token', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 82, maxLength: 82 }), (bytes) => {
        const spl = MintLayout.decode(bytes);
        expect(decodeMint(bytes)).toMatchObject({ supply: spl.supply, decimals: spl.decimals });
      }),
      { numRuns: 500 },
    );
  });

  it('decodes metadata encoded by mpl-token-metadata', () => {
    const serializer = getMetadataAccountDataSerializer();
    const creator = fc.record({
      address: address.map((each) => publicKey(each)),
      verified: fc.boolean(),
      share: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(
        fc.record({
          updateAuthority: address,
          mint: address,
          name: fc.string({ unit: 'grapheme', maxLength: 10 }),
          fee: fc.integer({ min: 0, max: 10_000 }),
          standard: fc.option(fc.integer({ min: 0, max: 4 })),
        }),
        fc.option(fc.array(creator, { maxLength: 5 })),
        fc.option(fc.record({ verified: fc.boolean(), key: address.map((each) => publicKey(each)) })),
        fc.option(fc.record({ useMethod: fc.integer({ min: 0, max: 2 }), remaining: u64, total: u64 })),
        fc.option(u64),
        ({ updateAuthority, mint, name, fee, standard }, creators, collection, uses, collectionSize) => {
          const bytes = serializer.serialize({
            updateAuthority: publicKey(updateAuthority),
            mint: publicKey(mint),
            name,
            symbol: 'SYM',
            uri: 'https://example.com',
            sellerFeeBasisPoints: fee,
            creators: creators === null ? none() : some(creators),
            primarySaleHappened: true,
            isMutable: false,
            editionNonce: some(254),
            tokenStandard: standard === null ? none() : some(standard),
            collection: collection === null ? none() : some(collection),
            uses: uses === null ? none() : some(uses),
            collectionDetails:
              collectionSize === null ? none() : some({ __kind: 'V1', size: collectionSize }),
            programmableConfig: none(),
          });
          expect(decodeTokenMetadata(bytes)).toEqual({
            key: 4,
            updateAuthority,
            mint,
            name: name.replaceAll('\0', ''),
            symbol: 'SYM',
            uri: 'https://example.com',
            sellerFeeBasisPoints: fee,
            creators: creators ?? [],
            primarySaleHappened: true,
            isMutable: false,
            editionNonce: 254,
            tokenStandard: standard,
            collection,
            uses,
            collectionSize,
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('mpl-token-metadata decodes the metadata that our encoder writes', () => {
    fc.assert(
      fc.property(address, address, (updateAuthority, mint) => {
        const data = encodeTokenMetadata({
          updateAuthority,
          mint,
          name: 'Name',
          symbol: 'S',
          uri: 'u',
          tokenStandard: 4,
          collection: { key: mint, verified: true },
        });
        const read = deserializeMetadata({
          publicKey: publicKey(mint),
          owner: publicKey(mint),
          data: new Uint8Array(data),
          lamports: lamports(1),
          executable: false,
        });
        expect([read.mint, read.updateAuthority, read.tokenStandard]).toEqual([
          mint,
          updateAuthority,
          some(4),
        ]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('decoders with modified bytes', () => {
  const recorded = solanaVectors('metadata', 'mint2022', 'token2022', 'token', 'mint').map(
    ({ bytes }) => bytes,
  );

  it('no account decoder throws on modified bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...recorded),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
        fc.nat(),
        (original, changes, cut) => {
          const bytes = Buffer.from(
            original.subarray(0, Math.max(1, original.length - (cut % 3 === 0 ? cut % original.length : 0))),
          );
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          decodeTokenAccount(bytes);
          decodeMint(bytes);
          decodeTokenMetadata(bytes);
          decodeInlineMetadata(bytes);
          readMetadataPointer(bytes);
          listExtensions(bytes);
        },
      ),
      { numRuns: 20_000 },
    );
  });
});
