import { getTokenRecordAccountDataSerializer } from '@metaplex-foundation/mpl-token-metadata';
import { publicKey } from '@metaplex-foundation/umi';
import { PublicKey } from '@solana/web3.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeAddress } from '@/lib/solana/address/address';
import { tokenRecordAddressOf } from '@/lib/solana/address/program-address';
import { TOKEN_METADATA_PROGRAM } from '@/lib/solana/programs';
import { DELEGATE_ROLE_NAMES, decodeTokenRecord, TOKEN_STATES } from './token-metadata';

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => encodeAddress(bytes));

it('decodeTokenRecord decodes records encoded by mpl-token-metadata', () => {
  const serializer = getTokenRecordAccountDataSerializer();
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 }),
      fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
      fc.option(address),
      fc.option(fc.integer({ min: 0, max: 6 })),
      fc.option(address),
      (state, ruleSetRevision, delegate, role, lockedTransfer) => {
        const bytes = serializer.serialize({
          bump: 254,
          state,
          ruleSetRevision,
          delegate: delegate === null ? null : publicKey(delegate),
          delegateRole: role,
          lockedTransfer: lockedTransfer === null ? null : publicKey(lockedTransfer),
        });
        // A record's account has the size of the longest record, padded with zeros.
        expect(decodeTokenRecord(Buffer.concat([bytes, Buffer.alloc(80 - bytes.length)]))).toEqual({
          state: TOKEN_STATES[state],
          delegateRole: role === null ? null : DELEGATE_ROLE_NAMES[role],
        });
      },
    ),
    { numRuns: 500 },
  );
});

it('decodeTokenRecord returns undefined for truncated records and other accounts', () => {
  expect(decodeTokenRecord(Uint8Array.of(11, 255))).toBeUndefined();
  expect(decodeTokenRecord(Uint8Array.of(4, 255, 1))).toBeUndefined();
  expect(decodeTokenRecord(Uint8Array.of(11, 255, 1))).toEqual({ state: 'locked', delegateRole: null });
  expect(decodeTokenRecord(Uint8Array.of(11, 255, 3, 0, 0, 1, 7))).toEqual({
    state: null,
    delegateRole: null,
  });
});

it('tokenRecordAddressOf derives the same address as the Token Metadata program', () => {
  const program = new PublicKey(TOKEN_METADATA_PROGRAM);
  fc.assert(
    fc.property(address, address, (mint, account) => {
      const [expected] = PublicKey.findProgramAddressSync(
        [
          Buffer.from('metadata'),
          program.toBytes(),
          new PublicKey(mint).toBytes(),
          Buffer.from('token_record'),
          new PublicKey(account).toBytes(),
        ],
        program,
      );
      expect(tokenRecordAddressOf(mint, account)).toBe(expected.toBase58());
      expect(tokenRecordAddressOf(mint, account)).toBe(expected.toBase58());
    }),
    { numRuns: 50 },
  );
  expect(tokenRecordAddressOf('0', '0')).toBeUndefined();
});
