import * as z from 'zod/mini';
import { InvalidInputError } from '@/lib/errors';
import { define, describe, optionalFlag } from '@/lib/json/describe';
import { isJsonObject } from '@/lib/json/json-object';
import { isSolName, SolanaAddress } from '@/lib/solana/address/address';
import type { Selection } from '@/lib/solana/holdings-page';
import { boundedInteger, Integers } from './integers';
import { readParam, unknownNames, withoutNulls } from './read-params';

/** Maximum number of addresses in one option. */
const MAX_NAMED = 100;

const Addresses = z
  .array(SolanaAddress, { error: `Expected an array of 1 to ${MAX_NAMED} addresses` })
  .check(z.minLength(1), z.maxLength(MAX_NAMED));

const option = <T extends z.ZodMiniType>(type: T, description: string) =>
  z.optional(type.check(describe(description)));

/** Maximum number of items per page. */
const MAX_LIMIT = 1_000;

/** Additional fields and a selection of items (contract §3). */
export const HoldingsOptions = define('ListingOptions', 'Additional fields and a selection of items.', {
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
    `Maximum number of items in the response, NFTs and tokens together, ordered by mint and account; \`nextCursor\` continues the list. Without it, the response has all items, or ${MAX_LIMIT} if \`cursor\` is given.`,
  ),
  cursor: option(
    z.string({ error: 'Expected the nextCursor of an earlier response' }).check(z.maxLength(1_000)),
    'Continues after an earlier response with the same account, chain and selection.',
  ),
});

type Given = z.output<typeof HoldingsOptions>;

/** The account in the params of a listing. */
type Account = {
  /** An address, or a `.sol` name if `namePath` is set. */
  accountAddress: string;
  /** Path of the `.sol` name in the request, such as `params[0]`. */
  namePath?: string;
};

/** The parsed params of a listing. */
export type HoldingsParams = Account &
  Pick<Given, 'includeEmpty' | 'prices' | 'stake' | 'integers'> & {
    parseMetadataUri: boolean;
    extended: boolean;
    /** If undefined, all items are listed. */
    selection?: Selection;
    /** If undefined, the list is not paged. */
    page?: { limit: number; cursor?: string | undefined };
  };

const OPTION_NAMES = Object.keys(HoldingsOptions.shape) as (keyof Given)[];

/**
 * Parses params in all forms of contract §1: `["ADDR", {…}]`, `[{accountAddress}, {options: {…}}]` and
 * `{accountAddress, options}`. In each form, options can be flat or nested in `options`.
 * @throws InvalidInputError
 */
export function readHoldingsParams(raw: unknown): HoldingsParams {
  if (Array.isArray(raw)) return readArray(raw);
  if (isJsonObject(raw)) {
    const account = readAccount(raw.accountAddress, 'params.accountAddress');
    return holdingsParams(account, readOptions(raw, 'params'));
  }
  throw new InvalidInputError(
    raw === undefined ? 'missing-params' : 'invalid-type',
    'Expected params: an array of an address and options, or an object with accountAddress',
    'params',
  );
}

function readArray(raw: readonly unknown[]): HoldingsParams {
  if (raw.length > 2) {
    throw new InvalidInputError(
      'too-many-params',
      `Expected at most two params (an address and options), got ${raw.length}`,
      'params',
    );
  }
  const [first, second] = raw;
  const noSecond = second === undefined || second === null;
  if (isJsonObject(first)) {
    const own = readOptions(first, 'params[0]');
    const options = noSecond ? own : merge(own, readOptions(second, 'params[1]'), 'params[1]');
    return holdingsParams(readAccount(first.accountAddress, 'params[0].accountAddress'), options);
  }
  const account = readAccount(first, 'params[0]');
  return holdingsParams(account, noSecond ? {} : readOptions(second, 'params[1]'));
}

function holdingsParams(
  account: Account,
  { parseMetadataUri = false, extended = false, mints, kind, collections, limit, cursor, ...others }: Given,
): HoldingsParams {
  const selects = mints !== undefined || kind !== undefined || collections !== undefined;
  const pages = limit !== undefined || cursor !== undefined;
  for (const name of ['prices', 'stake'] as const)
    if (others[name] && !extended)
      throw new InvalidInputError('invalid-value', `${name} needs extended: true`, `options.${name}`);
  return {
    ...account,
    parseMetadataUri,
    extended,
    ...others,
    ...(selects ? { selection: { mints, kind, collections } } : {}),
    ...(pages ? { page: { limit: limit ?? MAX_LIMIT, cursor } } : {}),
  };
}

/** Reads an address or a name. Base58 has no dot, so an address is never mistaken for a name. */
function readAccount(value: unknown, path: string): Account {
  if (typeof value === 'string' && isSolName(value)) return { accountAddress: value, namePath: path };
  if (value !== undefined) return { accountAddress: readParam(SolanaAddress, value, path) };
  throw new InvalidInputError(
    'missing-address',
    'Expected a Solana address (32 bytes in base58) or a .sol name',
    path,
  );
}

/** Returns the unknown names in params of any form, valid or not. */
export function ignoredHoldingsNames(raw: unknown): string[] {
  const [first, second]: unknown[] = Array.isArray(raw) ? raw : [raw];
  return [
    ...unknownOptions(first, ['accountAddress', 'options', ...OPTION_NAMES]),
    ...unknownOptions(second, ['options', ...OPTION_NAMES]),
  ];
}

const unknownOptions = (value: unknown, known: readonly string[]): string[] =>
  isJsonObject(value) ? [...unknownNames(value, known), ...unknownNames(value.options, OPTION_NAMES)] : [];

/** Reads the options in `value`, flat or nested in its `options`. The schema omits unknown names. */
function readOptions(value: unknown, path: string): Given {
  if (!isJsonObject(value)) {
    throw new InvalidInputError(
      'invalid-type',
      'Expected an object of options, such as {"parseMetadataUri": true}',
      path,
    );
  }
  const flat = readParam(HoldingsOptions, withoutNulls(value), path);
  if (value.options === undefined || value.options === null) return flat;
  if (!isJsonObject(value.options)) {
    throw new InvalidInputError('invalid-type', 'Expected options to be an object', `${path}.options`);
  }
  return merge(
    flat,
    readParam(HoldingsOptions, withoutNulls(value.options), `${path}.options`),
    `${path}.options`,
  );
}

/** Merges options from two objects in the params. An option in both must have the same value. */
function merge(a: Given, b: Given, path: string): Given {
  for (const name of OPTION_NAMES) {
    if (a[name] !== undefined && b[name] !== undefined && !isEqual(a[name], b[name])) {
      throw new InvalidInputError(
        'conflicting-options',
        `${name} is given twice with different values`,
        `${path}.${name}`,
      );
    }
  }
  return { ...a, ...b };
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the cache key of a listing; undefined if the params are invalid or have an unknown option. */
export function holdingsCacheKey(raw: unknown): string | undefined {
  if (ignoredHoldingsNames(raw).length > 0) return undefined;
  try {
    const { accountAddress, namePath: _, ...form } = readHoldingsParams(raw);
    // An option that is off has the key of one that is absent.
    return `${accountAddress} ${JSON.stringify(form, (_name, value) => (value === false ? undefined : value))}`;
  } catch {
    // Invalid params are not cached. `readParams` reports the error.
    return undefined;
  }
}
