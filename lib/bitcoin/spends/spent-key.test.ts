import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Address, NETWORK } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  type EsploraInput,
  madeSpend,
  publicKeyOf,
  receiving,
  SPENDABLE_FORMS,
  type Spender,
} from '@/lib/testing/bitcoin/made-spends';
import { hash160 } from '../addresses-of-key';
import { type KeyHashAddress, keyHashAddress, keyInInputs } from './spent-key';

const keyHash = (address: string) => keyHashAddress(address) as KeyHashAddress;
const privateKey = (n: number) => Buffer.from(n.toString(16).padStart(64, '0'), 'hex');
const networks = ['mainnet', 'testnet', 'regtest'] as const;

const spender: fc.Arbitrary<Spender> = fc
  .record({ n: fc.integer({ min: 2, max: 1_000_000 }), form: fc.constantFrom(...SPENDABLE_FORMS) })
  .map(({ n, form }) => ({ privateKey: privateKey(n), form }));
const other: fc.Arbitrary<Spender> = fc
  .record({
    n: fc.integer({ min: 2, max: 1_000_000 }),
    form: fc.constantFrom('p2pkh', 'p2shP2wpkh', 'p2wpkh', 'p2tr', 'multisig'),
  })
  .map(({ n, form }) => ({ privateKey: privateKey(n), form: form as Spender['form'] }));

/** One who spends, perhaps with another one in the same transaction, before or after. */
const spend = fc.record({
  by: spender,
  others: fc.array(other, { maxLength: 1 }),
  atEnd: fc.boolean(),
  network: fc.constantFrom(...networks),
});

/** 1,000 signed transactions, the same in every run. */
const SPENDS = fc.sample(spend, { numRuns: 1_000, seed: 7 }).map(({ by, others, atEnd, network }) => {
  const beside = by.form === 'p2pkhUncompressed' ? [] : others;
  const spenders = atEnd ? [...beside, by] : [by, ...beside];
  return { by, network, address: addressOf(by, network), inputs: madeSpend(spenders, network).vin };
});

function hybridKey(of: Uint8Array): Buffer {
  const key = Buffer.from(secp256k1.getPublicKey(of, false));
  key[0] = 6 + ((key[64] as number) & 1);
  return key;
}

/** A lie about the last item of a witness, or the end of a script. */
const mauled =
  (maul: (text: string, foreignKey: string, noise: string) => string) =>
  ({ scriptsig, witness }: EsploraInput, foreign: EsploraInput, noise: string) => {
    const of = (text = '') => maul(text, foreign.witness[1] as string, noise);
    return witness.length === 0
      ? { scriptsig: of(scriptsig) }
      : { witness: [...witness.slice(0, -1), of(witness.at(-1))] };
  };

describe('the key in a spend', () => {
  it('is found in 1,000 signed transactions of every form', () => {
    const forms = new Set<string>();
    for (const { by, address, inputs } of SPENDS) {
      forms.add(by.form);
      expect(keyInInputs(keyHash(address), inputs)).toEqual({ publicKey: publicKeyOf(by.privateKey) });
    }
    expect([...forms].sort()).toEqual([...SPENDABLE_FORMS].sort());
  });

  it.each<[string, (input: EsploraInput, foreign: EsploraInput, noise: string) => Partial<EsploraInput>]>([
    ["a stranger's signature and key", (_, { scriptsig, witness }) => ({ scriptsig, witness })],
    ["a stranger's key beside our signature", mauled((text, foreign) => text.slice(0, -66) + foreign)],
    ['a key whose end was changed', mauled((text, _, noise) => text.slice(0, -noise.length) + noise)],
    ['a key that was cut', mauled((text) => text.slice(0, -2))],
    ['something behind the key', mauled((text, _, noise) => text + noise)],
    ['nothing', () => ({ scriptsig: '', witness: [] })],
  ])('is never a wrong one, in 1,000 transactions that lie: %s', (_, lie) => {
    const foreign = madeSpend([{ privateKey: privateKey(1), form: 'p2wpkh' }]).vin[0] as EsploraInput;
    const noises = fc.sample(fc.stringMatching(/^([0-9a-f]{2}){1,20}$/), { numRuns: 1_000, seed: 7 });
    for (const [i, { address, inputs }] of SPENDS.entries()) {
      const told = inputs.map((input) => ({ ...input, ...lie(input, foreign, noises[i] as string) }));
      expect(keyInInputs(keyHash(address), told)).toEqual({ publicKey: undefined, spends: true });
    }
  });

  it('is not the key of another address in the same transaction', () => {
    const ours: Spender = { privateKey: privateKey(7), form: 'p2wpkh' };
    const theirs: Spender = { privateKey: privateKey(8), form: 'p2wpkh' };
    const { vin } = madeSpend([theirs, ours]);
    const [first, second] = vin as [EsploraInput, EsploraInput];
    const address = keyHash(addressOf(ours));
    expect(keyInInputs(address, vin)).toEqual({ publicKey: publicKeyOf(ours.privateKey) });
    expect(keyInInputs(address, [first])).toEqual({ publicKey: undefined, spends: false });
    const swapped = [
      { ...first, prevout: second.prevout },
      { ...second, prevout: first.prevout },
    ];
    expect(keyInInputs(address, swapped)).toEqual({ publicKey: undefined, spends: true });
  });

  it.each(['p2tr', 'p2wsh'])('is not looked for behind %s, whose spends show none', (form) => {
    const address =
      form === 'p2tr'
        ? addressOf({ privateKey: privateKey(7), form: 'p2tr' })
        : 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
    expect(keyHashAddress(address)).toBeUndefined();
  });

  it('is not one of several behind a script hash', () => {
    const multisig: Spender = { privateKey: privateKey(7), form: 'multisig' };
    expect(keyInInputs(keyHash(addressOf(multisig)), madeSpend([multisig]).vin)).toEqual({
      publicKey: undefined,
      spends: true,
    });
  });

  it.each([
    ['a hybrid key', () => hybridKey(privateKey(7))],
    ['33 bytes off the curve', () => Buffer.from('02'.padEnd(66, 'f'), 'hex')],
  ])('is not %s, although the address is of its hash', (_, shown) => {
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
    ['a script that is no text', { prevout: 'ours', scriptsig: 5 }],
    ['a script that ends within a push', { prevout: 'ours', scriptsig: '4e' }],
    ['a push of 4 GB', { prevout: 'ours', scriptsig: `4effffffff${'00'.repeat(40)}` }],
    ['a script with an operation', { prevout: 'ours', scriptsig: '76' }],
    ['a script beyond what the network takes', { prevout: 'ours', scriptsig: '00'.repeat(10_001) }],
    ['a script that is no hex', { prevout: 'ours', scriptsig: 'zz'.repeat(33) }],
    ['a witness of 4 MB', { prevout: 'ours', witness: ['00', '02'.repeat(4_000_000)] }],
  ])('is not found in %s', (_, told) => {
    for (const form of SPENDABLE_FORMS) {
      const address = keyHash(addressOf({ privateKey: privateKey(7), form }));
      const ours = { scriptpubkey: address.script };
      const input =
        typeof told === 'object' && told.prevout === ('ours' as never) ? { ...told, prevout: ours } : told;
      expect(keyInInputs(address, [input])).toMatchObject({ publicKey: undefined });
    }
  });
});
