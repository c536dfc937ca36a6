import * as z from 'zod/mini';
import { describe, optionalFlag, withId } from '@/lib/json/describe';
import { SolanaAddress } from '@/lib/solana/address/address';
import { boundedInteger, Integers } from './integers';

/** Maximum number of addresses in one option. */
const MAX_NAMED = 100;

const Addresses = z
  .array(SolanaAddress, { error: `Expected an array of 1 to ${MAX_NAMED} addresses` })
  .check(z.minLength(1), z.maxLength(MAX_NAMED));

const option = <T extends z.ZodMiniType>(type: T, description: string) =>
  z.optional(type.check(describe(description)));

/** Maximum number of items per page. */
export const MAX_LIMIT = 1_000;

/** Additional fields and a selection of items (contract §3). */
export const HoldingsOptions = z
  .object({
    parseMetadataUri: optionalFlag(
      'Whether to fetch the off-chain documents, which fill `uriData` and `image`.',
    ),
    extended: optionalFlag(
      'Adds fields to each item, such as amounts as strings, its lock and the permissions of its mint.',
    ),
    includeEmpty: optionalFlag(
      'Lists token accounts without a balance too. They are in `tokens` with `amount` 0, also those of NFTs.',
    ),
    prices: optionalFlag(
      'With `extended`: adds prices and values in US dollars, from Pyth feeds and stake pools on-chain. A token without a verified recent price is unpriced.',
    ),
    stake: optionalFlag('With `extended`: adds stake accounts, if the node allows the scan for them.'),
    integers: z.optional(Integers),
    mints: option(Addresses, 'Only items of these mints; nothing else is read.'),
    kind: option(
      z.enum(['nft', 'token'], { error: 'Expected "nft" or "token"' }),
      'Only NFTs, including semi-fungible ones, or only fungible tokens.',
    ),
    collections: option(Addresses, 'Only verified members of these collections.'),
    limit: option(
      boundedInteger(1, MAX_LIMIT),
      `Maximum number of items in the response, NFTs and tokens together, ordered by mint and account; \`nextCursor\` continues the list. Defaults to ${MAX_LIMIT} if \`cursor\` is given.`,
    ),
    cursor: option(
      z.string({ error: 'Expected the nextCursor of an earlier response' }).check(z.maxLength(1_000)),
      'Continues after an earlier response with the same account, chain and selection.',
    ),
  })
  .check(withId('ListingOptions', 'Additional fields and a selection of items.'));
