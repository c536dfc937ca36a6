import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { isPoint } from 'tiny-secp256k1';
import { describe, expect, it } from 'vitest';
import { uncompressedKey } from './curve';
import { BtcPublicKey, parseBtcPublicKey } from './public-key';

type Vector = {
  source: string;
  btcPublicKey: string;
  form: string;
  compressed: string;
  uncompressed: string;
};
const { vectors } = JSON.parse(readFileSync(new URL('./vectors/keys.json', import.meta.url), 'utf8')) as {
  vectors: Vector[];
};
const G = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

const reasonOf = (text: string) => {
  try {
    return parseBtcPublicKey(text);
  } catch (thrown) {
    return (thrown as { reason: string }).reason;
  }
};

describe('parseBtcPublicKey', () => {
  for (const { source, btcPublicKey, form, compressed, uncompressed } of vectors.filter(
    (v) => v.form !== 'x-only',
  ))
    it(`parses the public key from ${source} (${form})`, () => {
      const lower = btcPublicKey.toLowerCase();
      for (const text of [
        lower,
        lower.toUpperCase(),
        `0x${lower}`,
        `0X${lower}`,
        ` ${lower}\n`,
        uncompressed,
      ])
        expect(parseBtcPublicKey(text)).toBe(compressed);
      expect(uncompressedKey(compressed).toString('hex')).toBe(uncompressed);
    });

  it('rejects an x-only key, and returns both candidate keys', () => {
    const xOnly = G.slice(2);
    expect(() => parseBtcPublicKey(xOnly.toUpperCase())).toThrow(
      expect.objectContaining({
        name: 'InvalidInputError',
        reason: 'x-only-public-key',
        data: { candidates: [`02${xOnly}`, `03${xOnly}`] },
      }),
    );
  });

  it.each([
    ['empty', '  '],
    ['empty', '0x'],
    ['not-hex', `02${'g'.repeat(64)}`],
    ['not-hex', `\u200b${G}`],
    ['not-hex', 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u'],
    ['odd-length', G.slice(1)],
    ['wrong-length', G.slice(2, 64)],
    ['wrong-length', `${G}00`],
    ['wrong-length', 'ab'.repeat(5000)],
    ['wrong-length', '00'],
    ['unknown-prefix', `05${G.slice(2)}`],
    ['unknown-prefix', `04${G.slice(2)}`],
    ['unknown-prefix', `02${G.slice(2)}${G.slice(2)}`],
    ['hybrid-public-key', `06${G.slice(2)}${G.slice(2)}`],
    ['hybrid-public-key', `07${G.slice(2)}${G.slice(2)}`],
    ['missing-prefix', `${G.slice(2)}${G.slice(2)}`],
    ['x-out-of-range', `02${(2n ** 256n - 2n ** 32n - 977n).toString(16)}`],
    ['x-out-of-range', `03${'ff'.repeat(32)}`],
    ['x-out-of-range', 'ff'.repeat(32)],
    ['y-out-of-range', `04${G.slice(2)}${'ff'.repeat(32)}`],
    ['not-on-curve', `02${'5'.padStart(64, '0')}`],
    ['not-on-curve', '5'.padStart(64, '0')],
    ['not-on-curve', `02${'00'.repeat(32)}`],
    ['not-on-curve', `04${G.slice(2)}${'11'.repeat(32)}`],
  ])('rejects a public key with the reason %s: %s', (reason, text) => expect(reasonOf(text)).toBe(reason));

  it('agrees with tiny-secp256k1 on which random x coordinates are on the curve', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (x) => {
        const hex = `02${Buffer.from(x).toString('hex')}`;
        expect(reasonOf(hex) === hex).toBe(isPoint(Buffer.from(hex, 'hex')));
      }),
      { numRuns: 300 },
    );
  });

  it('parses every form of a public key to the same canonical key', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: secp256k1.Point.Fn.ORDER - 1n }),
        fc.boolean(),
        (scalar, upper) => {
          const point = secp256k1.Point.BASE.multiply(scalar);
          const long = point.toHex(false);
          expect(parseBtcPublicKey(upper ? long.toUpperCase() : `0x${long}`)).toBe(point.toHex(true));
          expect(uncompressedKey(point.toHex(true)).toString('hex')).toBe(long);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('rejects arbitrary text that is not a public key, with a reason', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof reasonOf(text) === 'string'));
  });
});

describe('BtcPublicKey', () => {
  it('the schema issue for an invalid public key contains the reason', () => {
    const { error } = BtcPublicKey.safeParse(G.slice(2));
    expect(error?.issues[0]).toMatchObject({ code: 'custom', params: { reason: 'x-only-public-key' } });
    expect(BtcPublicKey.safeParse(3).error?.issues[0]?.message).toContain('must be a hex string');
  });
});
