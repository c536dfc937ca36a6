import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { ListSearchFields } from '../forms';
import { detectInput } from './detect-input';
import { holdsHex32, MAX_SCANNED, secretIn } from './secrets';

// Published vectors: BIP-39 (Trezor), BIP-32 (test vector 1), SLIP-132, WIF (Bitcoin wiki), BIP-38.
const ABANDON =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const LEGAL = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const VOID_24 =
  'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold';
const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const ZPRV =
  'zprvAWgYBBk7JR8Gjrh4UJQ2uJdG1r3WNRRfURiABBE3RvMXYSrRJL62XuezvGdPvG6GFBZduosCc1YP5wixPox7zhZLfiUm8aunE96BBa4Kei5';
const WIF = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
const WIF_COMPRESSED = 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617';
const WIF_TESTNET = 'cMzLdeGd5vEqxB8B6VFQoRopQ3sLAAvEzDAoQgvX54xwofSWj1fx';
const BIP38 = '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg';
const DESCRIPTOR = `wpkh([d34db33f/84h/0h/0h]${XPRV}/0/*)`;

const seed = Uint8Array.from({ length: 32 }, (_, i) => i * 7 + 1);
const pair = Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]);
const hex = Buffer.from(pair).toString('hex');

describe('secrets', () => {
  it.each([
    ['12 words', ABANDON, /recovery phrase/],
    ['other 12 words', LEGAL.toUpperCase(), /recovery phrase/],
    ['24 words', VOID_24, /recovery phrase/],
    ['12 words with a wrong checksum', `${ABANDON.slice(0, -5)}abandon`, /recovery phrase/],
    ['a misspelt word', LEGAL.replace('winner', 'winnner'), /recovery phrase/],
    [
      'three misspelt words of 24',
      VOID_24.replaceAll(/^(\w+) (\w+) (\w+)/g, '$1x $2x $3x'),
      /recovery phrase/,
    ],
    ['two words swapped', LEGAL.replace('legal winner', 'winner legal'), /recovery phrase/],
    ['words on lines', VOID_24.split(' ').join('\r\n'), /recovery phrase/],
    [
      'numbered words',
      LEGAL.split(' ')
        .map((word, i) => `${i + 1}. ${word}`)
        .join(', '),
      /recovery phrase/,
    ],
    ['words in JSON', JSON.stringify({ seed: LEGAL.split(' ') }), /recovery phrase/],
    ['words in a sentence', `My seed phrase is: ${LEGAL}, keep it.`, /recovery phrase/],
    ['words in a link', `https://a.example/?q=${LEGAL.replaceAll(' ', '%20')}`, /recovery phrase/],
    ['more words than a phrase has', `${VOID_24} ${VOID_24}`, /recovery phrase/],
    ['an xprv', XPRV, /extended private key/],
    ['a zprv', ZPRV, /extended private key/],
    ['an xprv with a wrong end', `${XPRV.slice(0, -1)}1`, /extended private key/],
    ['WIF', WIF, /WIF/],
    ['WIF of a compressed key', ` ${WIF_COMPRESSED}\u200b`, /WIF/],
    ['WIF of a testnet', WIF_TESTNET, /WIF/],
    ['WIF with a wrong end', `${WIF.slice(0, -1)}1`, /WIF/],
    ['WIF in a request', `{"params":[{"btcPublicKey":"${WIF}"}]}`, /WIF/],
    ['an encrypted key', BIP38, /BIP-38/],
    ['a descriptor', DESCRIPTOR, /descriptor with a private key/],
    ['a Solana key pair', base58.encode(pair), /Solana/],
    ['a Solana key file', JSON.stringify([...pair]), /Solana/],
    ['a Solana key file without brackets', [...pair].join(', '), /Solana/],
    ['a Solana key pair in hex', `0x${hex}`, /Solana/],
  ])('detects %s as a secret', async (_, text, label) => {
    expect(await secretIn(text)).toMatch(label);
    const found = await detectInput(text);
    expect(found).toMatchObject({
      ok: false,
      kind: 'secret',
      message: expect.stringMatching(/was not sent/),
    });
    expect(JSON.stringify(found)).not.toContain(text.slice(0, 12));
  });

  const signature = ed25519.sign(seed, seed);
  it.each([
    ['a signature', base58.encode(signature)],
    ['64 other numbers', JSON.stringify([...signature])],
    ['11 words', ABANDON.slice(8)],
    ['prose', 'the quick brown fox jumps over the lazy dog and then it goes home for some more dinner'],
    [
      'an extended public key',
      'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
    ],
    ['an address', 'So11111111111111111111111111111111111111112'],
    ['a public key', '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c'],
  ])('does not treat %s as a secret', async (_, text) => {
    expect(await secretIn(text)).toBeUndefined();
  });

  it('refuses a phrase with a wrong word in a list’s search before all of it is typed', async () => {
    const words = LEGAL.replace('sausage', 'sausge').split(' ');
    const accepted = async (count: number) =>
      (await ListSearchFields.safeParseAsync({ q: words.slice(0, count).join(' ') })).success;
    expect([await accepted(4), await accepted(7), await accepted(11)]).toEqual([true, false, false]);
    expect((await ListSearchFields.safeParseAsync({ q: 'the quick brown fox jumps over it' })).success).toBe(
      true,
    );
  });

  it('rejects text that is too long to be scanned for secrets', async () => {
    expect(await secretIn('a '.repeat(MAX_SCANNED / 2 + 1))).toMatch(/too long/);
  });

  it('holdsHex32 finds 32 bytes of hex, and ignores longer or shorter hex', () => {
    const digits = 'ab'.repeat(32);
    expect([digits, `0X${digits}`, `{"k":"${digits}"}`].map(holdsHex32)).toEqual([true, true, true]);
    expect([`02${digits}`, digits.slice(1), `z${digits}`].map(holdsHex32)).toEqual([false, false, false]);
  });
});
