// Field types used in holdings. Safe in the browser.
import * as z from 'zod/mini';
import { describe } from '@/lib/json/describe';
import { SolanaAddress } from '@/lib/solana/address/address';

/** An unsigned 64-bit integer, sent as an exact JSON integer. */
const U64 = z.bigint().check(
  z.minimum(0n),
  z.maximum(18446744073709551615n),
  z.meta({
    id: 'U64',
    description: 'Exact integer up to 2^64-1.',
    minimum: 0,
    format: 'uint64',
  }),
);

export const uint8 = (description: string) =>
  z.int().check(z.minimum(0), z.maximum(255), describe(description));
export const address = (description: string) => SolanaAddress.check(describe(description));

export const lamports = U64.check(describe('Exact balance in lamports (10⁻⁹ SOL).'));
export const amount = U64.check(
  describe('Exact amount in the smallest unit of the mint; divide by 10^`decimals` for display.'),
);
export const heldMint = address('The mint of the item.');
export const heldAt = address(
  "Token account that holds the item, or the asset's own address if it has no token account.",
);

/** Why a fact of an MPL Core asset is null. */
export const NULL_IF_UNREAD = 'null if the collection of an MPL Core asset could not be read.';
/** Why a fact that metadata states is null. */
export const NULL_IF_METADATA_UNREAD =
  'null if the metadata, or the collection of an MPL Core asset, could not be read.';
