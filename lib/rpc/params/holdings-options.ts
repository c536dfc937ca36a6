import * as z from 'zod/mini';
import { SolanaAddress } from '@/lib/solana/address/address';

const Flag = z.boolean({ error: 'Expected true or false' });

/** Most addresses that an option may name. */
const MAX_NAMED = 100;

const Addresses = z
  .array(SolanaAddress, { error: `Expected an array of 1 to ${MAX_NAMED} addresses` })
  .check(z.minLength(1), z.maxLength(MAX_NAMED));

/** Most items of a page. */
export const MAX_LIMIT = 1_000;

/** What to answer beyond the default, and which items (contract §3). */
export const HoldingsOptions = z
  .object({
    parseMetadataUri: z.optional(
      Flag.check(
        z.meta({
          description: 'Fetch the off-chain documents: fills `uriData` and `image`.',
          default: false,
        }),
      ),
    ),
    extended: z.optional(
      Flag.check(
        z.meta({
          description:
            'Further fields of each item, such as amounts as strings, its lock and what its mint can do.',
          default: false,
        }),
      ),
    ),
    mints: z.optional(
      Addresses.check(z.meta({ description: 'Items of these mints alone; nothing else is read.' })),
    ),
    kind: z.optional(
      z
        .enum(['nft', 'token'], { error: 'Expected "nft" or "token"' })
        .check(z.meta({ description: 'NFTs, semi-fungible ones included, or fungible tokens alone.' })),
    ),
    collections: z.optional(
      Addresses.check(
        z.meta({ description: 'Only items that are verified members of one of these collections.' }),
      ),
    ),
    limit: z.optional(
      z.int({ error: 'Expected an integer' }).check(
        z.minimum(1),
        z.maximum(MAX_LIMIT),
        z.meta({
          description: `The largest number of items in the answer, NFTs and tokens together, in the order of mint and account; \`nextCursor\` leads to the next ones. Where \`cursor\` is given without a limit, the limit is ${MAX_LIMIT}.`,
        }),
      ),
    ),
    cursor: z.optional(
      z.string({ error: 'Expected the nextCursor of an earlier answer' }).check(
        z.maxLength(1_000),
        z.meta({
          description: 'Goes on after an earlier answer of the same account, chain and selection.',
        }),
      ),
    ),
  })
  .check(
    z.meta({ id: 'ListingOptions', description: 'What to answer beyond the default, and which items.' }),
  );
