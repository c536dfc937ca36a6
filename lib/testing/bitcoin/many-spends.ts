import fc from 'fast-check';
import { count } from '@/lib/testing/measure';
import {
  type EsploraInput,
  type EsploraTransaction,
  type MadeNetwork,
  madeSpend,
  publicKeyOf,
  SPENDABLE_FORMS,
  type Spender,
  spentAddressOf,
} from './made-spends';

const MANY = count(1_000, 200);
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

/** Generates a spender, optionally with another spender before or after it in the same transaction. */
const spend = fc.record({
  by: spender,
  others: fc.array(other, { maxLength: 1 }),
  atEnd: fc.boolean(),
  network: fc.constantFrom(...networks),
});

/** A signed transaction that spends from one address and optionally from another. */
export type ManySpend = {
  by: Spender;
  network: MadeNetwork;
  address: string;
  publicKey: string;
  transaction: EsploraTransaction;
};

/** Creates many signed transactions that spend from every type of address that reveals its key. Deterministic. */
export const manySpends = (): ManySpend[] =>
  fc.sample(spend, { numRuns: MANY, seed: 7 }).map(({ by, others, atEnd, network }) => {
    const beside = by.form === 'p2pkhUncompressed' ? [] : others;
    const transaction = madeSpend(atEnd ? [...beside, by] : [by, ...beside], network);
    return {
      by,
      network,
      address: spentAddressOf(by, network),
      publicKey: publicKeyOf(by.privateKey),
      transaction,
    };
  });

/** A forgery: returns the forged members of an input. */
type Lie = (input: EsploraInput, foreign: EsploraInput, noise: string) => Partial<EsploraInput>;

/** Creates a forgery that changes the last item of the witness or, if there is no witness, the input script. */
const mauled =
  (maul: (text: string, foreignKey: string, noise: string) => string): Lie =>
  ({ scriptsig, witness }, foreign, noise) => {
    const of = (text = '') => maul(text, foreign.witness[1] as string, noise);
    return witness.length === 0
      ? { scriptsig: of(scriptsig) }
      : { witness: [...witness.slice(0, -1), of(witness.at(-1))] };
  };

/** Forgeries by name; each changes the inputs of a transaction so that they do not prove the address. */
export const LIES: readonly (readonly [string, Lie])[] = [
  ["a stranger's signature and key", (_, { scriptsig, witness }) => ({ scriptsig, witness })],
  ["a stranger's key with our signature", mauled((text, foreign) => text.slice(0, -66) + foreign)],
  ['a key whose end was changed', mauled((text, _, noise) => text.slice(0, -noise.length) + noise)],
  ['a truncated key', mauled((text) => text.slice(0, -2))],
  ['bytes after the key', mauled((text, _, noise) => text + noise)],
  ['nothing', () => ({ scriptsig: '', witness: [] })],
];

/** The spender whose key and signature are used in forgeries. */
export const STRANGER: Spender = { privateKey: privateKey(1), form: 'p2wpkh' };
const FOREIGN = madeSpend([STRANGER]).vin[0] as EsploraInput;
const NOISES = fc.sample(fc.stringMatching(/^([0-9a-f]{2}){1,20}$/), { numRuns: MANY, seed: 7 });

/** Returns the forged inputs of transaction number `at`. */
export const lied = (inputs: readonly EsploraInput[], lie: Lie, at: number): EsploraInput[] =>
  inputs.map((input) => ({ ...input, ...lie(input, FOREIGN, NOISES[at % MANY] as string) }));
