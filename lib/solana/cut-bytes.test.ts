import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACCOUNT_READERS } from '@/lib/testing/readers/readers';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';

/** Number of recorded accounts of each kind that are cut and altered. */
const PER_KIND = 12;
const kinds = new Set(solanaVectors().map(({ account }) => account.kind));
const recorded = [...kinds].flatMap((kind) => solanaVectors(kind).slice(0, PER_KIND));
/** The part of a Token-2022 account before its extensions. */
const BEFORE_EXTENSIONS = Buffer.concat([Buffer.alloc(165), Buffer.of(1)]);

it.each(ACCOUNT_READERS)(
  'the decoder of a %s throws on no account that is cut, altered or random',
  (_, read) => {
    expect(recorded.length).toBeGreaterThan(60);
    for (const { bytes } of recorded)
      for (let at = 0; at < bytes.length; at++) {
        read(bytes.subarray(0, at));
        const altered = Buffer.from(bytes);
        altered[at] = (altered[at] ?? 0) ^ 0xff;
        read(altered);
      }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (random) => {
        read(random);
        read(Buffer.concat([BEFORE_EXTENSIONS, random]));
      }),
      { numRuns: 1_000 },
    );
  },
);
