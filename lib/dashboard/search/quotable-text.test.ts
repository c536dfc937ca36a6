import { describe, expect, it } from 'vitest';
import { quotableText } from './quotable-text';

const WIF = 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617';

describe('rejected text next to its error', () => {
  it.each([
    ['0OIl', '0OIl'],
    ['bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2v', 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2v'],
    ['\u202e0OIl\u2066\u0007', '0OIl'],
    ['a'.repeat(5_000), `${'a'.repeat(119)}…`],
  ])('quotes the rejected text %.20j as %.20j', async (text, shown) => {
    expect(await quotableText(text)).toBe(shown);
  });

  it.each([
    '',
    '\u200b',
    WIF,
    `of ${WIF}`,
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    'a1'.repeat(32),
    'a'.repeat(70_000),
  ])('does not quote the rejected text %.20j', async (text) => {
    expect(await quotableText(text)).toBeUndefined();
  });
});
