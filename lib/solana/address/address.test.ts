import { PublicKey } from '@solana/web3.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAddress, encodeAddress, isAddress, SolanaAddress } from './address';

const refusal = (text: unknown) => {
  const parsed = SolanaAddress.safeParse(text);
  const issue = parsed.error?.issues[0] as { params?: { reason?: string }; message: string } | undefined;
  return issue && { reason: issue.params?.reason, message: issue.message };
};

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const base58Of = (number: bigint): string =>
  number < 58n
    ? ALPHABET.charAt(Number(number))
    : base58Of(number / 58n) + ALPHABET.charAt(Number(number % 58n));

describe('SolanaAddress', () => {
  it('encodes any 32 bytes as an address like web3.js', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.integer({ min: 0, max: 32 }),
        (bytes, zeros) => {
          bytes.fill(0, 0, zeros);
          const text = new PublicKey(bytes).toBase58();
          expect(encodeAddress(bytes)).toBe(text);
          expect(decodeAddress(text)).toEqual(bytes);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('accepts off-curve addresses, program addresses and the System Program', () => {
    for (const text of ['11111111111111111111111111111111', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA']) {
      expect(SolanaAddress.parse(text)).toBe(text);
    }
  });

  it('explains what is wrong with an invalid Solana address', () => {
    expect(refusal('')).toMatchInlineSnapshot(`
      {
        "message": "The address is empty; a Solana address is 32 bytes in base58 (32 to 44 characters)",
        "reason": "empty-address",
      }
    `);
    expect(refusal('0OIl')?.reason).toBe('invalid-base58-character');
    expect(refusal('So11111111111111111111111111111111111111112 ')?.reason).toBe('invalid-base58-character');
    expect(refusal('😀')?.message).toContain('"😀" at position 1');
    expect(refusal('1'.repeat(31))).toEqual(expect.objectContaining({ reason: 'wrong-address-length' }));
    expect(refusal('1'.repeat(31))?.message).toContain('31 bytes');
    expect(refusal('1'.repeat(33))?.message).toContain('33 bytes');
    expect(refusal('z'.repeat(44))?.reason).toBe('wrong-address-length');
    expect(refusal('z'.repeat(100_000))?.reason).toBe('wrong-address-length');
    expect(refusal(5)?.message).toContain('Expected a Solana address');
  });

  it('accepts base58 text as an address only if it decodes to 32 bytes, even at the limits of each length', () => {
    const edges = [
      0n,
      1n,
      58n ** 42n - 1n,
      58n ** 43n - 1n,
      58n ** 43n,
      2n ** 248n - 1n,
      2n ** 248n,
      2n ** 256n - 1n,
    ];
    const texts = edges.map((edge) => base58Of(edge)).concat(base58Of(2n ** 256n), base58Of(58n ** 44n - 1n));
    for (const text of texts)
      for (const zeros of [0, 1, 31, 32])
        expect([text, zeros, isAddress('1'.repeat(zeros) + text)]).toEqual([
          text,
          zeros,
          decodeAddress('1'.repeat(zeros) + text) !== undefined,
        ]);
    const base58 = fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 30, maxLength: 46 });
    fc.assert(fc.property(base58, (text) => isAddress(text) === (decodeAddress(text) !== undefined)));
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(fc.property(bytes, (each) => isAddress(encodeAddress(each))));
  });

  it('validating any text as an address never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        (text) => typeof isAddress(text) === 'boolean',
      ),
    );
  });
});
