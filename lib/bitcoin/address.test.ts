import { readFileSync } from 'node:fs';
import { Address, NETWORK, TEST_NETWORK } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BtcAddress, type BtcAddressInfo, describeBtcAddress, parseBtcAddress } from './address';
import { encodeSegwitAddress } from './bech32';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`./vectors/${name}`, import.meta.url), 'utf8'));
type Segwit = {
  valid: { address: string; scriptPubKey: string }[];
  invalid: { address: string; reason: string }[];
};
const bip173: Segwit = read('bip173.json');
const bip350: Segwit = read('bip350.json');
type CoreValid = [string, string, { isPrivkey: boolean; isTestnet?: boolean; addrType?: string }];

const reasonOf = (text: string) => {
  try {
    return describeBtcAddress(text).type;
  } catch (thrown) {
    return (thrown as { reason: string }).reason;
  }
};

const script = ({ witnessVersion = 0, payload }: BtcAddressInfo) =>
  Buffer.from([witnessVersion === 0 ? 0 : 0x50 + witnessVersion, payload.length, ...payload]).toString('hex');

describe('BIP-350', () => {
  for (const { address, scriptPubKey } of bip350.valid)
    it(`valid ${address}`, () => {
      const info = describeBtcAddress(address);
      expect(script(info)).toBe(scriptPubKey);
      expect(info.address).toBe(address.toLowerCase());
      const prefix = address.toLowerCase().slice(0, 2);
      expect(encodeSegwitAddress(prefix, info.witnessVersion ?? -1, info.payload)).toBe(info.address);
      if (info.type === 'future-witness')
        expect(() => parseBtcAddress(address)).toThrow(/^Unsupported address type/);
    });

  const REASONS: Record<string, string> = {
    'Invalid human-readable part': 'unknown-prefix',
    'Invalid checksum (Bech32 instead of Bech32m)': 'wrong-checksum-kind',
    'Invalid checksum (Bech32m instead of Bech32)': 'wrong-checksum-kind',
    'Invalid character in checksum': 'invalid-character',
    'Invalid witness version': 'invalid-witness-version',
    'Invalid program length (1 byte)': 'wrong-program-length',
    'Invalid program length (41 bytes)': 'wrong-program-length',
    'Invalid program length for witness version 0 (per BIP141)': 'wrong-program-length',
    'Mixed case': 'mixed-case',
    'zero padding of more than 4 bits': 'invalid-padding',
    'Non-zero padding in 8-to-5 conversion': 'invalid-padding',
    'Empty data section': 'empty-data',
  };
  for (const { address, reason } of bip350.invalid)
    it(`invalid ${address}: ${reason}`, () => expect(reasonOf(address)).toBe(REASONS[reason]));
});

describe('BIP-173', () => {
  for (const { address, scriptPubKey } of bip173.valid)
    it(`${address}`, () => {
      if (scriptPubKey.startsWith('00')) expect(script(describeBtcAddress(address))).toBe(scriptPubKey);
      else expect(reasonOf(address)).toBe('wrong-checksum-kind'); // superseded by BIP-350
    });
  for (const { address } of bip173.invalid)
    it(`invalid ${address}`, () => expect(() => describeBtcAddress(address)).toThrow());
});

describe("Bitcoin Core's base58 lists", () => {
  for (const [text, hex, { isPrivkey, isTestnet, addrType }] of read('core-valid.json') as CoreValid[])
    it(`${isPrivkey ? 'private key' : addrType} ${text.slice(0, 6)}…`, () => {
      if (isPrivkey) return expect(reasonOf(text)).toBe('private-key');
      const info = describeBtcAddress(text);
      expect(Buffer.from(info.payload).toString('hex')).toBe(hex);
      expect(info.type).toBe(addrType === 'pubkey' ? 'p2pkh' : 'p2sh');
      expect(info.network).toBe(isTestnet ? 'testnet' : 'mainnet');
    });
  for (const [text] of read('core-invalid.json') as [string][])
    it(`invalid ${text}`, () => expect(() => describeBtcAddress(text)).toThrow());
});

describe('describeBtcAddress', () => {
  it.each([
    ['empty', ' '],
    ['unknown-prefix', '0x5b3Cc11bBCB5191dC10C39A6D261D42341d982f2'],
    ['unknown-prefix', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
    ['unknown-prefix', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
    ['bad-checksum', '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMJ'],
    ['bad-checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['invalid-character', '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SA0H'],
    ['invalid-character', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f\u200b3t4'],
    ['too-long', `bc1q${'q'.repeat(100)}`],
    ['mixed-case', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4'],
    ['wrong-length', 'z'.repeat(4000)],
    [
      'extended-key',
      'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
    ],
    ['p2wpkh', ' BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4\n'],
    ['p2wpkh', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
  ])('%s: %s', (expected, text) => expect(reasonOf(text)).toBe(expected));

  it('never repeats what was sent: it may be a private key', () => {
    const wif = '5Kd3NBUAdUnhyzenEwVLy9pBKxSwXvE9FMPyR4UKZvpe6E3AgLr';
    for (const text of [wif, `${wif.slice(0, -1)}s`])
      expect(() => describeBtcAddress(text)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining(wif.slice(0, 10)) }),
      );
  });

  it('agrees with scure on what it encodes', () => {
    const networks = { bc: NETWORK, tb: TEST_NETWORK } as const;
    fc.assert(
      fc.property(
        fc.constantFrom('bc' as const, 'tb' as const),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom('wpkh', 'wsh', 'pkh', 'sh'),
        (prefix, bytes, type) => {
          const hash = type === 'wsh' ? bytes : bytes.subarray(0, 20);
          const text = Address(networks[prefix]).encode({ type, hash } as Parameters<
            ReturnType<typeof Address>['encode']
          >[0]);
          const info = describeBtcAddress(text);
          expect(info.type).toBe(`p2${type}`);
          expect(info.network).toBe(prefix === 'bc' ? 'mainnet' : 'testnet');
          expect(Buffer.from(info.payload)).toEqual(Buffer.from(hash));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('never fails but with a reason', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((s) => `bc1${s}`),
        ),
        (text) => typeof reasonOf(text) === 'string',
      ),
    );
  });
});

describe('BtcAddress', () => {
  it('comes out canonical and refuses with a reason', () => {
    expect(BtcAddress.parse('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
    expect(BtcAddress.safeParse('BC1SW50QGDZ25J').error?.issues[0]).toMatchObject({
      params: { reason: 'unsupported-address-type' },
    });
  });
});
