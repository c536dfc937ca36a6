import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { qrCode } from './qr-code';

const text = (rows: boolean[][]) =>
  rows.map((row) => row.map((dark) => (dark ? '#' : '.')).join('')).join('\n');

describe('QR codes', () => {
  it('have the size of their version', () => {
    expect(qrCode('a')).toHaveLength(21);
    expect(qrCode('x'.repeat(34))).toHaveLength(29);
    expect(qrCode('x'.repeat(42))).toHaveLength(29);
    expect(qrCode('x'.repeat(62))).toHaveLength(33);
    expect(qrCode('x'.repeat(106))).toHaveLength(41);
    expect(() => qrCode('x'.repeat(107))).toThrow(RangeError);
  });
  it('come out module by module as another encoder makes them', () => {
    // Compared with the `qrcode` package's, mask by mask; its hash stands here.
    const code = text(qrCode('bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u'));
    expect(createHash('sha256').update(code).digest('hex')).toBe(
      '841b623d1a59a0adb8c9e18414027a26a1f5730ac7d7de89d2446c84f07687e7',
    );
  });
});
