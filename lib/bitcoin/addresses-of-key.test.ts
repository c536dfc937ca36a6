import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { NETWORK, p2tr } from '@scure/btc-signer';
import * as bitcoin from 'bitcoinjs-lib';
import fc from 'fast-check';
import * as tinySecp256k1 from 'tiny-secp256k1';
import { describe, expect, it } from 'vitest';
import { isProven, matchAddress } from './address-match';
import { addressesOfKey, type KeyAddresses, recordedAddressesOfKey } from './addresses-of-key';
import { taprootOutputKey, uncompressedKey } from './curve';

bitcoin.initEccLib(tinySecp256k1);
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`./vectors/${name}`, import.meta.url), 'utf8'));
type Vector = {
  source: string;
  form: string;
  compressed: string;
  addresses: Record<'mainnet' | 'testnet' | 'regtest', KeyAddresses>;
};
const vectors = (read('keys.json').vectors as Vector[]).filter(({ form }) => form !== 'x-only');

const scalars = fc.bigInt({ min: 1n, max: secp256k1.Point.Fn.ORDER - 1n });
const keyOf = (scalar: bigint) => secp256k1.Point.BASE.multiply(scalar).toHex(true);

describe('addressesOfKey', () => {
  for (const { source, compressed, addresses } of vectors)
    it(`derives the published addresses of the key from ${source}`, () => {
      expect(addressesOfKey(compressed)).toEqual(addresses);
      const { p2pkh, p2shP2wpkh, p2wpkh, p2tr } = addresses.mainnet;
      expect(recordedAddressesOfKey(compressed)).toEqual([p2pkh, p2shP2wpkh, p2wpkh, p2tr]);
    });

  it('derives the same addresses as bitcoinjs from random keys, and the same taproot tweaks as scure', () => {
    fc.assert(
      fc.property(scalars, (scalar) => {
        const key = Buffer.from(keyOf(scalar), 'hex');
        const ours = addressesOfKey(key.toString('hex'));
        for (const [network, theirs] of [
          [ours.mainnet, bitcoin.networks.bitcoin],
          [ours.testnet, bitcoin.networks.testnet],
          [ours.regtest, bitcoin.networks.regtest],
        ] as const) {
          const of = { pubkey: key, network: theirs };
          const redeem = bitcoin.payments.p2wpkh(of);
          expect(network.p2pkh).toBe(bitcoin.payments.p2pkh(of).address);
          expect(network.p2shP2wpkh).toBe(bitcoin.payments.p2sh({ redeem, network: theirs }).address);
          expect(network.p2wpkh).toBe(redeem.address);
          expect(network.p2tr).toBe(
            bitcoin.payments.p2tr({ internalPubkey: key.subarray(1), network: theirs }).address,
          );
        }
        expect(ours.mainnet.p2tr).toBe(p2tr(key.subarray(1), undefined, NETWORK).address);
      }),
      { numRuns: 25 },
    );
  });
});

describe('taprootOutputKey', () => {
  const cases = read('bip341.json').scriptPubKey as {
    given: { internalPubkey: string; scriptTree: unknown };
    intermediary: { tweakedPubkey: string };
  }[];
  const keyPath = cases.filter(({ given }) => given.scriptTree === null);
  it('derives the taproot output keys that BIP-341 publishes for keys without a script tree', () => {
    expect(keyPath.length).toBeGreaterThan(0);
    for (const { given, intermediary } of keyPath)
      expect(
        Buffer.from(taprootOutputKey(uncompressedKey(`02${given.internalPubkey}`))).toString('hex'),
      ).toBe(intermediary.tweakedPubkey);
  });

  it('derives the same taproot output key as tiny-secp256k1’s x-only tweak', () => {
    const scalarsOfTest = [...fc.sample(scalars, { numRuns: 150, seed: 7 }), 1n, 2n, 3n, 255n, 256n];
    const points = scalarsOfTest.map((scalar) => uncompressedKey(keyOf(scalar)));
    const theirs = points.map((point) => {
      const key = point.subarray(1, 33);
      const tweak = bitcoin.crypto.taggedHash('TapTweak', key);
      return Buffer.from(tinySecp256k1.xOnlyPointAddTweak(key, tweak)?.xOnlyPubkey ?? []);
    });
    expect(points.map((point) => Buffer.from(taprootOutputKey(point)))).toEqual(theirs);
  });
});

describe('matchAddress', () => {
  const [vector, other] = vectors as [Vector, Vector];
  it('matches a key with each of its addresses on every network, except the untweaked taproot address', () => {
    for (const network of ['mainnet', 'testnet', 'regtest'] as const)
      for (const [form, address] of Object.entries(vector.addresses[network])) {
        const match = matchAddress(vector.compressed, address);
        expect(isProven(match)).toBe(form !== 'p2trUntweaked');
        if (form === 'p2trUntweaked')
          expect(match).toMatchObject({ result: 'unprovable', why: 'untweaked-taproot' });
        else
          expect(match).toMatchObject({ form, result: network === 'mainnet' ? 'belongs' : 'other-network' });
      }
  });

  it('distinguishes an address of another key from an address that no single key can be shown to control', () => {
    const { p2pkh, p2shP2wpkh, p2wpkh, p2tr } = other.addresses.mainnet;
    expect(matchAddress(vector.compressed, p2pkh).result).toBe('foreign');
    expect(matchAddress(vector.compressed, p2wpkh.toUpperCase()).result).toBe('foreign');
    expect(matchAddress(vector.compressed, p2shP2wpkh)).toMatchObject({
      result: 'unprovable',
      why: 'script-hash',
    });
    expect(matchAddress(vector.compressed, p2tr)).toMatchObject({
      result: 'unprovable',
      why: 'taproot-tree',
    });
    expect(
      matchAddress(vector.compressed, 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'),
    ).toMatchObject({ result: 'unprovable', why: 'script-hash' });
  });

  it('throws if the address to match is malformed', () => {
    expect(() => matchAddress(vector.compressed, 'bc1q')).toThrow();
  });
});
