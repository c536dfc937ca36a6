import type * as z from 'zod/mini';
import { InvalidInputError } from '@/lib/errors';
import { isJsonObject } from '@/lib/json/json-object';
import type { ListPage } from '@/lib/services/assets/list-page';
import {
  DAS_PARAMS,
  DasDisplayOptions,
  type DasParam,
  LIST_NAMES,
  MAX_ENTRIES,
  SUPPORTED_SORTS,
} from './das-param-schemas';
import { hasStringIntegers } from './integers';
import {
  boundedNames,
  type NamedParams,
  paramsByName,
  readParam,
  unknownNames,
  withoutNulls,
} from './read-params';

/**
 * Reads parameters by name: an object, an array of one object, or an array in the order of `names`.
 * @throws InvalidInputError
 */
export function namedParams(raw: unknown, names: readonly string[]): NamedParams {
  if (raw === undefined || raw === null || (Array.isArray(raw) && raw.length === 0))
    throw new InvalidInputError(
      'missing-params',
      `Expected params: ${names[0]}, and other parameters by name`,
      'params',
    );
  const named = paramsByName(raw, names);
  if (named === undefined)
    throw new InvalidInputError('invalid-type', 'params must be an array or an object', 'params');
  if (named.path === 'params' && Array.isArray(raw) && raw.length > names.length)
    throw new InvalidInputError(
      'too-many-params',
      `Expected at most ${names.length} params, got ${raw.length}`,
      'params',
    );
  return { values: withoutAbsent(named.values), path: named.path };
}

/** Removes absent parameters: clients send null, or "" for a bound or a cursor. */
const withoutAbsent = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isAbsent(name, value)));

const isAbsent = (name: string, value: unknown) =>
  value === null || value === undefined || (value === '' && CAN_BE_EMPTY.includes(name));

/** Parameters whose empty string means absent, as on the reference server. */
const CAN_BE_EMPTY = ['before', 'after', 'cursor'];

type Value<Name extends DasParam> = z.output<(typeof DAS_PARAMS)[Name]['schema']>;

/** Reads one parameter. Returns undefined if it is absent. */
export function readOptional<Name extends DasParam>(
  { values, path }: NamedParams,
  name: Name,
): Value<Name> | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) return undefined;
  return readParam(
    DAS_PARAMS[name].schema,
    isJsonObject(value) ? withoutNulls(value) : value,
    `${path}.${name}`,
  ) as Value<Name>;
}

/** Reads several parameters, in this order. */
export const readAll = <Name extends DasParam>(params: NamedParams, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, readOptional(params, name)])) as {
    [Each in Name]: Value<Each> | undefined;
  };

/** Reads one parameter. @throws InvalidInputError `missing-params` if it is absent */
export function readRequired<Name extends DasParam>(params: NamedParams, name: Name): Value<Name> {
  const value = readOptional(params, name);
  if (value !== undefined) return value;
  throw new InvalidInputError('missing-params', `params must have ${name}`, `${params.path}.${name}`);
}

const DISPLAY_NAMES = Object.keys(DasDisplayOptions.shape);

/** All display options, each with a value. */
type Display = { [Name in keyof DasDisplayOptions]-?: boolean };

/** All options are off by default, except the off-chain documents. */
const DEFAULT_DISPLAY = Object.fromEntries(DISPLAY_NAMES.map((name) => [name, name === 'parseMetadataUri']));

/** Reads the display options of both dialects; if both are given, `options` takes precedence. */
export function readDisplay(params: NamedParams): Display {
  const given = { ...readOptional(params, 'displayOptions'), ...readOptional(params, 'options') };
  return { ...DEFAULT_DISPLAY, ...given } as Display;
}

/**
 * Checks that no parameter of a list is unknown, because an ignored condition would return too many entries.
 * Parameters that do not narrow a list can be ignored.
 * @throws InvalidInputError `unknown-condition`
 */
export function checkConditions({ values, path }: NamedParams, known: readonly string[]): void {
  const unknown = unknownNames(values, [...known, ...LIST_NAMES, ...DISPLAY_NAMES])[0];
  if (unknown === undefined) return;
  const [name = ''] = boundedNames([unknown]);
  throw new InvalidInputError(
    'unknown-condition',
    `Unknown condition ${JSON.stringify(name)}: without it, the list would have too many entries`,
    `${path}.${name}`,
  );
}

/**
 * Reads the paging and sorting parameters of a list.
 * @throws InvalidInputError `conflicting-pages` and others
 */
export function readListPage(params: NamedParams): ListPage {
  const { path } = params;
  const { page, cursor, before, after } = readAll(params, ['page', 'cursor', 'before', 'after']);
  const ways = [page, cursor, before ?? after].filter((way) => way !== undefined);
  if (ways.length > 1)
    throw new InvalidInputError(
      'conflicting-pages',
      'Expected only page, only cursor, or only before and after',
      path,
    );
  const sort = readOptional(params, 'sortBy');
  return {
    limit: readOptional(params, 'limit') ?? MAX_ENTRIES,
    page,
    cursor,
    before,
    after,
    isDescending: sort?.sortDirection === 'desc',
    isSortUnsupported: sort !== undefined && !SUPPORTED_SORTS.includes(sort.sortBy),
  };
}

/** Returns the unknown names in params of any form and in their display options. */
export function ignoredDasNames(raw: unknown, names: readonly string[]): string[] {
  const values = paramsByName(raw, names)?.values;
  if (values === undefined) return [];
  return [
    ...unknownNames(values, names),
    ...unknownNames(values.options, DISPLAY_NAMES),
    ...unknownNames(values.displayOptions, DISPLAY_NAMES),
  ];
}

/**
 * Returns the descriptors of a method's parameters.
 * @param required the names of the required parameters, which come first
 */
export const dasParams = (names: readonly DasParam[], required: readonly DasParam[]) =>
  names.map((name) => ({ name, required: required.includes(name), ...DAS_PARAMS[name] }));

/**
 * Returns the cache key of a call, built from the parsed parameters; undefined if a parameter is invalid or unknown.
 */
export function dasCacheKey(
  raw: unknown,
  names: readonly string[],
  readParams: (raw: unknown) => unknown,
): string | undefined {
  if (ignoredDasNames(raw, names).length > 0) return undefined;
  try {
    return JSON.stringify([readParams(raw), hasStringIntegers(raw, names)]);
  } catch {
    // Invalid params are not cached. `readParams` reports the error.
    return undefined;
  }
}
