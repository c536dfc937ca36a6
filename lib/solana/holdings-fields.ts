// The kinds of field that holdings are made of, each with what it is. Safe in the browser.
import * as z from 'zod/mini';
import { describe } from '@/lib/json/describe';
import { SolanaAddress } from '@/lib/solana/address/address';

/** An unsigned 64-bit integer; on the wire an exact JSON integer. */
const U64 = z.bigint().check(
  z.minimum(0n),
  z.maximum(18446744073709551615n),
  z.meta({
    id: 'U64',
    description: 'Integer up to 2^64-1, exact to the last digit.',
    minimum: 0,
    format: 'uint64',
  }),
);

export const lamports = U64.check(describe('Balance in lamports (10⁻⁹ SOL), exact to the last digit.'));
export const amount = U64.check(
  describe(
    'Amount in the smallest unit of its mint, exact to the last digit; `decimals` says where its point is.',
  ),
);
export const heldMint = SolanaAddress.check(describe('The mint of the item.'));
export const heldAt = SolanaAddress.check(
  describe('Token account that holds it; of an asset without one, the asset itself.'),
);

export const text = (description: string) => z.string().check(describe(description));
export const flag = (description: string) => z.boolean().check(describe(description));
export const uint8 = (description: string) =>
  z.int().check(z.minimum(0), z.maximum(255), describe(description));
