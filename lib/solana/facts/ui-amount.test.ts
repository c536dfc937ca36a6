import { createAmountToUiAmountInstruction } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '@/lib/solana/accounts/clock';
import { NO_MINT } from '@/lib/solana/assemble-holdings';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { count } from '@/lib/testing/measure';
import { type EncodedExtension, encodeScaledUiAmount } from '@/lib/testing/solana/encode-facts';
import { encodeExtended, encodeMint } from '@/lib/testing/solana/encode-token-accounts';
import { inProcessChain } from '@/lib/testing/solana/in-process-chain';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { mintFactsOf, scalingOf } from './mint-extensions';
import { uiAmountOf } from './ui-amount';

const MAX_U64 = 2n ** 64n - 1n;
const MINT = addressOf('ui amount mint');

const scalingAt = (mint: Uint8Array, clock: Clock | undefined) =>
  scalingOf(mintFactsOf(NO_MINT, mint, clock), mint, clock);

/** Encodes the value of the interest-bearing extension (TLV 10). */
function interest(
  initializedAt: bigint,
  averageRate: number,
  updatedAt: bigint,
  rate: number,
): EncodedExtension {
  const value = Buffer.alloc(52);
  value.writeBigInt64LE(initializedAt, 32);
  value.writeInt16LE(averageRate, 40);
  value.writeBigInt64LE(updatedAt, 42);
  value.writeInt16LE(rate, 50);
  return { type: 10, value };
}

/** Returns a function that formats an amount with the on-chain program and with `uiAmountOf`. */
async function twoAnswers() {
  const chain = await inProcessChain();
  return async (amount: bigint, decimals: number, extensions: EncodedExtension[] | null, now = 1_000n) => {
    const base = encodeMint({ supply: MAX_U64, decimals });
    const program = extensions === null ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM;
    const data = extensions === null ? base : encodeExtended(base, 1, extensions);
    chain.write(MINT, program, data);
    chain.setClock(1n, now);
    const instruction = createAmountToUiAmountInstruction(
      new PublicKey(MINT),
      amount,
      new PublicKey(program),
    );
    const answered = Buffer.from(await chain.ask(instruction)).toString();
    const clock = { epoch: 1n, unixTimestamp: now };
    const ours = uiAmountOf(amount, decimals, scalingAt(data, clock));
    return { answered, ours };
  };
}

/** fast-check settings for the tests that compare `uiAmountOf` with the on-chain program on random amounts. */
const MANY = { numRuns: count(10_000, 400), seed: 20_261_122 };

const u64 = fc.oneof(fc.bigInt({ min: 0n, max: MAX_U64 }), fc.bigInt({ min: 0n, max: 100_000n }));
const decimals = fc.integer({ min: 0, max: 30 });

describe('uiAmountOf', () => {
  it('formats unscaled amounts like both token programs', async () => {
    const both = await twoAnswers();
    await fc.assert(
      fc.asyncProperty(u64, decimals, fc.boolean(), async (amount, places, classic) => {
        const { answered, ours } = await both(amount, places, classic ? null : []);
        expect(ours).toBe(answered);
      }),
      { numRuns: 200 },
    );
  });

  it('formats amounts with a multiplier like the token program, including truncation and every digit', async () => {
    const both = await twoAnswers();
    const multiplier = fc.oneof(
      fc.double({ min: 0.000001, max: 1_000_000, noNaN: true }),
      fc.double({ min: 2.3e-308, max: 1.7e308, noNaN: true }),
      fc.constantFrom(1, 0.99, 5, 1.1, 2, 0.5, Number.MAX_VALUE),
    );
    await fc.assert(
      fc.asyncProperty(u64, decimals, multiplier, async (amount, places, factor) => {
        const { answered, ours } = await both(amount, places, [encodeScaledUiAmount(factor)]);
        expect(ours).toBe(answered);
      }),
      MANY,
    );
    expect(await both(101n, 2, [encodeScaledUiAmount(0.99)])).toEqual({ answered: '0.99', ours: '0.99' });
    expect(await both(MAX_U64, 0, [encodeScaledUiAmount(Number.MAX_VALUE)])).toEqual({
      answered: 'inf',
      ours: 'inf',
    });
    // A double halfway between two decimals is rounded to the one with an even last digit.
    const half = 10n * 2n ** 50n + 2n;
    const { answered, ours } = await both(half, 1, [encodeScaledUiAmount(1)]);
    expect(ours).toBe(answered);
  });

  it('applies a new multiplier from its effective time, as the token program does', async () => {
    const both = await twoAnswers();
    const extensions = [encodeScaledUiAmount(2, 3, 500n)];
    for (const [now, expected] of [
      [499n, '0.2'],
      [500n, '0.3'],
      [501n, '0.3'],
    ] as const)
      expect(await both(10n, 2, extensions, now)).toEqual({ answered: expected, ours: expected });
  });

  it('formats amounts with compound interest like the token program, including every digit', async () => {
    const both = await twoAnswers();
    const time = fc.bigInt({ min: 0n, max: 4_000_000_000n });
    const rate = fc.integer({ min: -3_000, max: 3_000 });
    await fc.assert(
      fc.asyncProperty(u64, decimals, time, time, rate, rate, async (amount, places, start, now, r1, r2) => {
        const extensions = [interest(start, r1, start + 31_556_736n, r2)];
        const { answered, ours } = await both(amount, places, extensions, now);
        expect(ours).toBe(answered);
      }),
      MANY,
    );
    const year = 31_556_736n;
    expect((await both(10n ** 18n, 18, [interest(0n, 500, year, 500)], year)).ours).toBe(
      '1.051271096376024117',
    );
    expect((await both(10_000_000_000n, 10, [interest(0n, 500, year, 500)], year)).ours).toBe('1.0512710964');
    expect((await both(1n, 0, [interest(0n, -500, year, 500)], year * 2n)).ours).toBe('1');
  });

  it('applies only the interest if a mint also has a multiplier, as the token program does', async () => {
    const both = await twoAnswers();
    const { answered, ours } = await both(1_000n, 2, [encodeScaledUiAmount(7), interest(0n, 0, 0n, 0)]);
    expect([answered, ours]).toEqual(['10', '10']);
  });
});

it('returns null for an amount whose scaling is unknown', () => {
  const scaled = encodeExtended(encodeMint({ supply: 1n, decimals: 2 }), 1, [encodeScaledUiAmount(2)]);
  expect(uiAmountOf(5n, 2, scalingAt(scaled, undefined))).toBeNull();
  const clock = { epoch: 0n, unixTimestamp: 2n ** 63n - 1n };
  expect(
    scalingAt(
      encodeExtended(encodeMint({ supply: 1n, decimals: 2 }), 1, [interest(0n, 1, -(2n ** 63n), 1)]),
      clock,
    ),
  ).toBe('unknown');
});
