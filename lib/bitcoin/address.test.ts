import { readFileSync } from 'node:fs';
import * as bitcoin from 'bitcoinjs-lib';
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

/** An expected error, as opposed to a crash. */
const refusal = expect.objectContaining({ name: 'InvalidInputError', reason: expect.any(String) });

describe('BIP-350', () => {
  for (const { address, scriptPubKey } of bip350.valid)
    it(`accepts the BIP-350 address ${address}`, () => {
      const info = describeBtcAddress(address);
      expect(script(info)).toBe(scriptPubKey);
      expect(info.address).toBe(address.toLowerCase());
      const prefix = address.toLowerCase().slice(0, 2);
      expect(encodeSegwitAddress(prefix, info.witnessVersion ?? -1, info.payload)).toBe(info.address);
      const parse = () => parseBtcAddress(address);
      if (info.type === 'future-witness') expect(parse).toThrow(/^Unsupported address type/);
      else expect(parse()).toEqual(info);
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
    it(`rejects the invalid BIP-350 address ${address}: ${reason}`, () =>
      expect(reasonOf(address)).toBe(REASONS[reason]));
});

describe('BIP-173', () => {
  for (const { address, scriptPubKey } of bip173.valid)
    it(`decodes the BIP-173 address ${address}, or rejects it if BIP-350 changed its encoding`, () => {
      if (scriptPubKey.startsWith('00')) expect(script(describeBtcAddress(address))).toBe(scriptPubKey);
      else expect(reasonOf(address)).toBe('wrong-checksum-kind'); // BIP-350 changed the checksum of later versions.
    });
  for (const { address } of bip173.invalid)
    it(`rejects the invalid BIP-173 address ${address}`, () =>
      expect(() => describeBtcAddress(address)).toThrow(refusal));
});

describe("Bitcoin Core's base58 lists", () => {
  for (const [text, hex, { isPrivkey, isTestnet, addrType }] of read('core-valid.json') as CoreValid[])
    it(`${isPrivkey ? 'rejects the private key' : `decodes the ${addrType} address`} ${text.slice(0, 6)}…`, () => {
      if (isPrivkey) return expect(reasonOf(text)).toBe('private-key');
      const info = describeBtcAddress(text);
      expect(Buffer.from(info.payload).toString('hex')).toBe(hex);
      expect(info.type).toBe(addrType === 'pubkey' ? 'p2pkh' : 'p2sh');
      expect(info.network).toBe(isTestnet ? 'testnet' : 'mainnet');
    });
  for (const [text] of read('core-invalid.json') as [string][])
    it(`rejects the invalid base58 text ${text}`, () =>
      expect(() => describeBtcAddress(text)).toThrow(refusal));
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
  ])('describeBtcAddress returns %s for the text %s', (expected, text) =>
    expect(reasonOf(text)).toBe(expected),
  );

  it('an address error never repeats input that may be a private key', () => {
    const wif = '5Kd3NBUAdUnhyzenEwVLy9pBKxSwXvE9FMPyR4UKZvpe6E3AgLr';
    for (const text of [wif, `${wif.slice(0, -1)}s`])
      expect(() => describeBtcAddress(text)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining(wif.slice(0, 10)) }),
      );
  });

  const BAD_CHECKSUM = 'The checksum of the address is invalid: a character is wrong or missing';
  it.each([
    [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4',
      'A bech32 address must be all lower case or all upper case',
    ],
    [`bc1q${'q'.repeat(100)}`, 'A bech32 address has at most 90 characters, not 104'],
    [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f\u200b3t4',
      'A bech32 address cannot contain U+200B after its prefix',
    ],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f!t4', 'A bech32 address cannot contain "!" after its prefix'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', BAD_CHECKSUM],
    ['bc1q', BAD_CHECKSUM],
    ['bc1gmk9yu', 'The address has no witness version or program'],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
      'The padding at the end of the address is not zero, as BIP-173 requires',
    ],
    [
      'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
      'The witness version must be from 0 to 16, not 17',
    ],
    ['bc1pw5dgrnzv', 'A witness program of version 1 cannot have 1 bytes'],
    [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
      'An address of witness version 0 must have a bech32 checksum (BIP-350), not bech32m',
    ],
    [
      'BC1SW50QGDZ25J',
      'Unsupported address type: witness version 16 with a program of 2 bytes is valid, but not defined yet',
    ],
    ['1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMJ', BAD_CHECKSUM],
    ['3QJmnh', BAD_CHECKSUM], // A checksum without a payload.
    [
      '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SA0H',
      'Not a Bitcoin address: "0" at position 33 is not allowed in an address',
    ],
    [
      'z'.repeat(60),
      'Not a Bitcoin address: it must decode to 25 bytes, not 44, and its checksum is invalid',
    ],
  ])('explains why %s is not a valid address', (text, message) =>
    expect(() => parseBtcAddress(text)).toThrow(expect.objectContaining({ message })),
  );

  it('decodes random addresses like bitcoinjs', () => {
    const networks = { mainnet: bitcoin.networks.bitcoin, testnet: bitcoin.networks.testnet };
    const encode = {
      p2pkh: (hash: Uint8Array, network: bitcoin.Network) =>
        bitcoin.address.toBase58Check(hash.subarray(0, 20), network.pubKeyHash),
      p2sh: (hash: Uint8Array, network: bitcoin.Network) =>
        bitcoin.address.toBase58Check(hash.subarray(0, 20), network.scriptHash),
      p2wpkh: (hash: Uint8Array, network: bitcoin.Network) =>
        bitcoin.address.toBech32(hash.subarray(0, 20), 0, network.bech32),
      p2wsh: (hash: Uint8Array, network: bitcoin.Network) =>
        bitcoin.address.toBech32(hash, 0, network.bech32),
      p2tr: (hash: Uint8Array, network: bitcoin.Network) => bitcoin.address.toBech32(hash, 1, network.bech32),
    };
    fc.assert(
      fc.property(
        fc.constantFrom('mainnet' as const, 'testnet' as const),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom(
          'p2pkh' as const,
          'p2sh' as const,
          'p2wpkh' as const,
          'p2wsh' as const,
          'p2tr' as const,
        ),
        (network, hash, type) => {
          const text = encode[type](hash, networks[network]);
          const info = describeBtcAddress(text);
          expect(info).toMatchObject({ address: text, type, network });
          expect(Buffer.from(info.payload)).toEqual(Buffer.from(hash.subarray(0, info.payload.length)));
          if (info.witnessVersion !== undefined)
            expect(encodeSegwitAddress(networks[network].bech32, info.witnessVersion, info.payload)).toBe(
              text,
            );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('decoding an invalid address throws only errors that have a reason', () => {
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
  it('the address schema returns a valid address in canonical form, and rejects an invalid address with a reason', () => {
    expect(BtcAddress.parse('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
    expect(BtcAddress.safeParse('BC1SW50QGDZ25J').error?.issues[0]).toMatchObject({
      params: { reason: 'unsupported-address-type' },
    });
    // Pay-to-anchor (BIP 433).
    expect(BtcAddress.safeParse('bc1pfeessrawgf').error?.issues[0]).toMatchObject({
      message: expect.stringContaining('pay-to-anchor'),
      params: { reason: 'unsupported-address-type' },
    });
  });
});
