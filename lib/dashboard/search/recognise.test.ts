import { describe, expect, it } from 'vitest';
import { recognise } from './recognise';

const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const SOL = 'So11111111111111111111111111111111111111112';

describe('recognise', () => {
  it.each([
    [SOL, 'solana-address', `/account/${SOL}`],
    [`\u200b ${SOL}\n`, 'solana-address', `/account/${SOL}`],
    ['Bonfida.sol', 'sol-name', '/account/bonfida.sol'],
    [KEY.toUpperCase(), 'btc-key', `/bitcoin/${KEY}`],
    [`0x${KEY}`, 'btc-key', `/bitcoin/${KEY}`],
    [
      'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u',
      'btc-address',
      '/bitcoin/bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u',
    ],
    ['1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', 'btc-address', '/bitcoin/1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'],
    ['3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN', 'btc-address', '/bitcoin/3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN'],
    [
      '0xb1dc48f7d8a7d36f4f244756971bb3a8f39f96bc',
      'evm-address',
      '/bitcoin/0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc',
    ],
    [`https://explorer.solana.com/address/${SOL}?cluster=devnet`, 'solana-address', `/account/${SOL}`],
    [
      'https://mempool.space/address/bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u',
      'btc-address',
      '/bitcoin/bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u',
    ],
    [`{"params":["${SOL}"]}`, 'solana-address', `/account/${SOL}`],
  ])('%j is a %s', (text, kind, href) => {
    expect(recognise(text)).toMatchObject({ ok: true, kind, href });
  });

  it('offers both keys for an x-only one', () => {
    expect(recognise(KEY.slice(2))).toMatchObject({
      kind: 'x-only-key',
      candidates: [KEY, `03${KEY.slice(2)}`],
    });
  });

  it.each([
    ['bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2v', /checksum/i],
    ['1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMJ', /checksum/i],
    ['0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bC', /checksum/i],
    ['So1111111111111111111111111111111111111111O', /not a base58 character/],
    [`${SOL}1`, /bytes/],
    ['0x1234', /40 hex digits/],
    ['hello', /Paste/],
    ['https://example.com/nothing', /No address/],
    [`https://example.com/${SOL}?${'a'.repeat(2_048)}`, /too long/],
    [KEY.slice(0, -1), /odd number/],
    ['5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', /private key/],
  ])('%j: says what is wrong', (text, message) => {
    expect(recognise(text)).toMatchObject({ ok: false, message: expect.stringMatching(message) });
  });

  it('says nothing of an empty text', () => {
    expect(recognise('  \u200b')).toBeUndefined();
  });
});
