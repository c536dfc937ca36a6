import * as z from 'zod/mini';
import { InvalidInputError } from '@/lib/errors';
import { SolanaAddress } from '@/lib/solana/address/address';
import { isJsonObject, readParam } from './read-params';

const Flag = z.boolean({ error: 'Expected true or false' });

/** What to answer beyond the default (contract §3). */
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
          description: 'More than the documented fields, such as exact amounts as strings.',
          default: false,
        }),
      ),
    ),
  })
  .check(z.meta({ id: 'ListingOptions' }));

/** The params of a listing, read. */
export type HoldingsParams = { accountAddress: SolanaAddress; parseMetadataUri: boolean; extended: boolean };

type Given = z.output<typeof HoldingsOptions>;

/**
 * All forms of contract §1: `["ADDR", {…}]`, `[{accountAddress}, {options: {…}}]` and `{accountAddress, options}`.
 * A nested `options` object is read wherever the flat one may stand.
 * @throws InvalidInputError
 */
export function readHoldingsParams(raw: unknown): HoldingsParams {
  if (Array.isArray(raw)) return readArray(raw);
  if (isJsonObject(raw)) {
    const address = readAddress(raw.accountAddress, 'params.accountAddress');
    return holdingsParams(address, readOptions(raw, 'params'));
  }
  throw new InvalidInputError(
    raw === undefined ? 'missing-params' : 'invalid-type',
    'Expected params: an array of an address and options, or an object with accountAddress',
    {},
    'params',
  );
}

function readArray(raw: readonly unknown[]): HoldingsParams {
  if (raw.length > 2) {
    throw new InvalidInputError(
      'too-many-params',
      `Expected an address and options, got ${raw.length} parameters`,
      {},
      'params',
    );
  }
  const [first, second] = raw;
  const noSecond = second === undefined || second === null;
  if (isJsonObject(first)) {
    const own = readOptions(first, 'params[0]');
    const options = noSecond ? own : merge(own, readOptions(second, 'params[1]'), 'params[1]');
    return holdingsParams(readAddress(first.accountAddress, 'params[0].accountAddress'), options);
  }
  const address = readAddress(first, 'params[0]');
  return holdingsParams(address, noSecond ? {} : readOptions(second, 'params[1]'));
}

function holdingsParams(
  accountAddress: SolanaAddress,
  { parseMetadataUri = false, extended = false }: Given,
): HoldingsParams {
  return { accountAddress, parseMetadataUri, extended };
}

function readAddress(value: unknown, path: string): SolanaAddress {
  if (value !== undefined) return readParam(SolanaAddress, value, path);
  throw new InvalidInputError('missing-address', 'Expected a Solana address: base58 of 32 bytes', {}, path);
}

/** Options that stand flat in `value`, or nested in its `options`. */
function readOptions(value: unknown, path: string): Given {
  if (!isJsonObject(value)) {
    throw new InvalidInputError(
      'invalid-type',
      'Expected an object of options, such as {"parseMetadataUri": true}',
      {},
      path,
    );
  }
  const flat = readParam(HoldingsOptions, pick(value), path);
  if (value.options === undefined || value.options === null) return flat;
  if (!isJsonObject(value.options)) {
    throw new InvalidInputError('invalid-type', 'Expected options to be an object', {}, `${path}.options`);
  }
  return merge(flat, readParam(HoldingsOptions, pick(value.options), `${path}.options`), `${path}.options`);
}

/** The known options alone: unknown names are ignored, whatever they hold. */
function pick(value: Record<string, unknown>) {
  const known: Record<string, unknown> = {};
  for (const name of ['parseMetadataUri', 'extended']) {
    if (Object.hasOwn(value, name)) known[name] = value[name];
  }
  return known;
}

/** Two places may both hold options, but not contradict each other. */
function merge(a: Given, b: Given, path: string): Given {
  for (const name of ['parseMetadataUri', 'extended'] as const) {
    if (a[name] !== undefined && b[name] !== undefined && a[name] !== b[name]) {
      throw new InvalidInputError(
        'conflicting-options',
        `${name} is given twice, and differently`,
        {},
        `${path}.${name}`,
      );
    }
  }
  return { ...a, ...b };
}

/** Base58 of 32 bytes has at most so many characters. */
const MAX_ADDRESS_LENGTH = 44;

/**
 * What a recent answer is known by: an address alone, or with options that fetch nothing. Undefined for all else:
 * documents may come later, so an answer with them is not kept.
 */
export function nameOfPlainCall(raw: unknown): string | undefined {
  if (!Array.isArray(raw) || raw.length > 2) return undefined;
  const [address, options] = raw as unknown[];
  if (typeof address !== 'string' || address.length > MAX_ADDRESS_LENGTH) return undefined;
  if (options === undefined) return address;
  if (!isJsonObject(options)) return undefined;
  for (const name of Object.keys(options))
    if (name !== 'extended' && name !== 'parseMetadataUri') return undefined;
  if (options.parseMetadataUri !== undefined && options.parseMetadataUri !== false) return undefined;
  if (options.extended === undefined || options.extended === false) return address;
  return options.extended === true ? `${address} extended` : undefined;
}
