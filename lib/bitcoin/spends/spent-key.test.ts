import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Address, NETWORK } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import {
  type EsploraInput,
  madeSpend,
  publicKeyOf,
  receiving,
  SPENDABLE_FORMS,
  type Spender,
  spentAddressOf,
} from '@/lib/testing/bitcoin/made-spends';
import { LIES, lied, manySpends } from '@/lib/testing/bitcoin/many-spends';
import { hash160 } from '../addresses-of-key';
import { type KeyHashAddress, keyHashAddress, keyInInputs } from './spent-key';

const keyHash = (address: string) => keyHashAddress(address) as KeyHashAddress;
const privateKey = (n: number) => Buffer.from(n.toString(16).padStart(64, '0'), 'hex');
const SPENDS = manySpends();

function hybridKey(of: Uint8Array): Buffer {
  const key = Buffer.from(secp256k1.getPublicKey(of, false));
  key[0] = 6 + ((key[64] as number) & 1);
  return key;
}

describe('the key in a spend', () => {
  it(`finds the key in ${SPENDS.length} signed transactions that spend from addresses of every type`, () => {
    for (const { address, publicKey, transaction } of SPENDS)
      expect(keyInInputs(keyHash(address), transaction.vin)).toEqual({ publicKey });
    expect([...new Set(SPENDS.map(({ by }) => by.form))].sort()).toEqual([...SPENDABLE_FORMS].sort());
  });

  it.each(LIES)(
    `finds no key in ${SPENDS.length} forged transactions whose spending input contains %s`,
    (_, lie) => {
      for (const [i, { address, transaction }] of SPENDS.entries())
        expect(keyInInputs(keyHash(address), lied(transaction.vin, lie, i))).toEqual({
          publicKey: undefined,
          spends: true,
        });
    },
  );

  it('ignores another address’s key in the same transaction', () => {
    const ours: Spender = { privateKey: privateKey(7), form: 'p2wpkh' };
    const theirs: Spender = { privateKey: privateKey(8), form: 'p2wpkh' };
    const { vin } = madeSpend([theirs, ours]);
    const [first, second] = vin as [EsploraInput, EsploraInput];
    const address = keyHash(spentAddressOf(ours));
    expect(keyInInputs(address, vin)).toEqual({ publicKey: publicKeyOf(ours.privateKey) });
    expect(keyInInputs(address, [first])).toEqual({ publicKey: undefined, spends: false });
    const swapped = [
      { ...first, prevout: second.prevout },
      { ...second, prevout: first.prevout },
    ];
    expect(keyInInputs(address, swapped)).toEqual({ publicKey: undefined, spends: true });
  });

  it.each(['p2tr', 'p2wsh'])('does not look for keys of %s addresses, whose spends reveal no key', (form) => {
    const address =
      form === 'p2tr'
        ? spentAddressOf({ privateKey: privateKey(7), form: 'p2tr' })
        : 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
    expect(keyHashAddress(address)).toBeUndefined();
  });

  it('finds no key in a spend from a multisig script hash', () => {
    const multisig: Spender = { privateKey: privateKey(7), form: 'multisig' };
    expect(keyInInputs(keyHash(spentAddressOf(multisig)), madeSpend([multisig]).vin)).toEqual({
      publicKey: undefined,
      spends: true,
    });
  });

  it.each([
    ['a hybrid key', () => hybridKey(privateKey(7))],
    ['33 bytes off the curve', () => Buffer.from('02'.padEnd(66, 'f'), 'hex')],
  ])('ignores %s in a spend, although its hash matches the address', (_, shown) => {
    const address = keyHash(Address(NETWORK).encode({ type: 'pkh', hash: hash160(shown()) }));
    const { vin } = madeSpend([{ privateKey: privateKey(7), form: 'p2pkh' }]);
    const scriptsig = `00${shown().length.toString(16)}${shown().toString('hex')}`;
    const told = { ...vin[0], scriptsig, prevout: { scriptpubkey: address.script } };
    expect(keyInInputs(address, [told])).toEqual({ publicKey: undefined, spends: true });
  });

  it.each([
    ['nothing', undefined],
    ['a number', 5],
    ['a coinbase', receiving('1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', 'aa').vin[0]],
    ['a script that is not a string', { prevout: 'ours', scriptsig: 5 }],
    ['a script that ends within a push', { prevout: 'ours', scriptsig: '4e' }],
    ['a push of 4 GB', { prevout: 'ours', scriptsig: `4effffffff${'00'.repeat(40)}` }],
    ['a script with an operation', { prevout: 'ours', scriptsig: '76' }],
    ['a script longer than the network accepts', { prevout: 'ours', scriptsig: '00'.repeat(10_001) }],
    ['a script that is not hex', { prevout: 'ours', scriptsig: 'zz'.repeat(33) }],
    ['a witness of 4 MB', { prevout: 'ours', witness: ['00', '02'.repeat(4_000_000)] }],
  ])('finds no key in a malformed or unrelated input: %s', (_, told) => {
    for (const form of SPENDABLE_FORMS) {
      const address = keyHash(spentAddressOf({ privateKey: privateKey(7), form }));
      const ours = { scriptpubkey: address.script };
      const input =
        typeof told === 'object' && told.prevout === ('ours' as never) ? { ...told, prevout: ours } : told;
      expect(keyInInputs(address, [input])).toMatchObject({ publicKey: undefined });
    }
  });
});
