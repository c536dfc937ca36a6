import { describe, expect, it } from 'vitest';
import { count, randomNumbers } from '@/lib/testing/measure';
import { growthOf } from '@/lib/testing/readers/growth';
import {
  ACCOUNT_READERS,
  NAME_READERS,
  REFUSALS,
  type Reader,
  TEXT_READERS,
} from '@/lib/testing/readers/readers';
import {
  REPEATED_INPUTS,
  type RepeatingInput,
  repeated,
  repeatingAccounts,
  repeatingTexts,
} from '@/lib/testing/readers/repeating-inputs';

// No input may block the process: every parser must take linear time. If the input gets twice as long, linear time
// doubles and quadratic time quadruples.

/** Halfway between linear (2) and quadratic (4) growth, as a ratio. */
const MAX_GROWTH = 2 * Math.SQRT2;
const MAX_BYTES = count(64, 16) * 1024;
const ROUNDS = count(4, 1);
const SEED = Number(process.env.FUZZ_SEED ?? 20261122);

function growthOn(read: Reader, input: RepeatingInput): Promise<number> {
  const callOf = (repeats: number) => {
    const bytes = repeated(input, repeats);
    return () => {
      try {
        return read(bytes);
      } catch (error) {
        if (!(error instanceof Error && REFUSALS.has(error.name))) throw error;
      }
    };
  };
  const [one, two] = input.pieces;
  return growthOf(callOf, Math.ceil(MAX_BYTES / (one.length + two.length)), MAX_GROWTH);
}

function describeInput({ head, pieces: [one, two], tail }: RepeatingInput): string {
  const [a, b, c, d] = [head, one, two, tail].map((bytes) => JSON.stringify(Buffer.from(bytes).toString()));
  return `${a}, then many ${b}, then many ${c}, then ${d}`;
}

const random = randomNumbers(SEED);
const rounds = Array.from({ length: ROUNDS });
const texts = [...Object.values(REPEATED_INPUTS), ...rounds.flatMap(() => repeatingTexts(random))];
const accounts = rounds.flatMap(() => repeatingAccounts(random, count(300, 60)));

describe.each([
  ['texts', texts, TEXT_READERS],
  ['accounts', accounts, [...ACCOUNT_READERS, ...NAME_READERS]],
])('%s that repeat', (_, inputs, readers) => {
  it.each(readers)(
    `%s takes linear time on each of ${inputs.length} inputs`,
    async (_name, read) => {
      for (const input of inputs)
        expect(await growthOn(read, input), describeInput(input)).toBeLessThan(MAX_GROWTH);
    },
    600_000,
  );
});

describe('growthOf', () => {
  /** Returns the maximum of up to four measurements. Stops as soon as `isEnough` accepts one. */
  async function most(isEnough: (growth: number) => boolean, measure: () => Promise<number>) {
    let growth = 0;
    for (let tries = 0; tries < 4 && !isEnough(growth); tries++) growth = Math.max(growth, await measure());
    return growth;
  }
  const ofText = (read: (text: string) => unknown) => (bytes: Uint8Array) =>
    read(Buffer.from(bytes).toString());
  const overEveryPrefix = (text: string) => {
    let sum = 0;
    for (let end = 0; end < text.length; end++)
      for (let i = 0; i < end; i++) sum = (sum + text.charCodeAt(i)) | 0;
    return sum;
  };

  it.each<[string, RepeatingInput, (text: string) => unknown]>([
    ['an exponential pattern', REPEATED_INPUTS.comments, (text) => /^(?:<!--[\s\S]*?-->\s*)*<svg/.test(text)],
    ['a quadratic pattern', REPEATED_INPUTS.spaces, (text) => /\s+$/.test(text)],
    [
      'adjacent quantifiers that share characters',
      REPEATED_INPUTS.slashesOfArweave,
      (text) => /^ar:\/*(.+)$/.test(text),
    ],
    ['a loop over every prefix', REPEATED_INPUTS.joiners, overEveryPrefix],
    ['normalizing', REPEATED_INPUTS.marks, (text) => text.normalize('NFKC')],
  ])('the growth check reports superlinear time for %s', async (_, attack, read) => {
    // Take the maximum: load that slows down the shorter input makes the measured growth too small.
    const growth = await most(
      (is) => is > MAX_GROWTH,
      () => growthOn(ofText(read), attack),
    );
    expect(growth).toBeGreaterThan(MAX_GROWTH);
  });

  it('the growth check reports linear time as linear', async () => {
    const hash = (bytes: Uint8Array) => {
      let sum = 0;
      for (let round = 0; round < 1000; round++) for (const byte of bytes) sum = (sum * 31 + byte) | 0;
      return sum;
    };
    const growth = await most(
      (is) => is > 1.5,
      () => growthOn(hash, REPEATED_INPUTS.spaces),
    );
    expect(growth).toBeGreaterThan(1.5);
    expect(growth).toBeLessThan(MAX_GROWTH);
  });
});
