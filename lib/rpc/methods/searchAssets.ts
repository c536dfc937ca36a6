import { InvalidInputError } from '@/lib/errors';
import { getOwnedAssets, type OwnedAssetsQuery } from '@/lib/services/assets/get-owned-assets';
import { WORK_UNITS } from '@/lib/services/work-units';
import { isAddress } from '@/lib/solana/address/address';
import { DasAssetList } from '@/lib/solana/das/asset-schema';
import { TOKEN_TYPES, type TokenType } from '@/lib/solana/das/asset-search';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { SAMPLE_TINY_WALLET } from '@/lib/solana/sample-addresses';
import { SEARCH_EXAMPLE } from '../das-examples';
import { DAS_ERRORS, type DasAnswer, dasMethod, forward } from '../das-method';
import { defineMethod } from '../define-method';
import { INDEX_PARAMS, LIST_NAMES } from '../params/das-param-schemas';
import {
  checkConditions,
  ignoredDasNames,
  namedParams,
  readAll,
  readDisplay,
  readListPage,
  readOptional,
} from '../params/das-params';
import type { NamedParams } from '../params/read-params';

/** Conditions that are the same in a call and in a search. */
const CONDITIONS = [
  'interface',
  'ownerType',
  'compressed',
  'frozen',
  'burnt',
  'creatorAddress',
  'creatorVerified',
  'authorityAddress',
] as const;
/** The conditions that follow the collection, also in the key of a cached response. */
const LAST_CONDITIONS = ['delegate', 'royaltyAmount', 'jsonUri', 'name'] as const;
const NAMES = [
  'ownerAddress',
  'tokenType',
  ...CONDITIONS,
  'grouping',
  ...LAST_CONDITIONS,
  ...LIST_NAMES,
] as const;

/** All accepted names; Umi sends `delegate` as `delegateAddress`. */
const KNOWN = [...NAMES, 'delegateAddress', ...Object.keys(INDEX_PARAMS)];

/** A search of an owner's assets, or a search that needs an index. */
type Search = { query: OwnedAssetsQuery } | { needsIndex: string; raw: unknown };

function readParams(raw: unknown): Search {
  const params = namedParams(raw, NAMES);
  const unanswerable = Object.keys(INDEX_PARAMS).find(
    (name) => params.values[name] !== undefined && params.values[name] !== INDEX_PARAMS[name],
  );
  if (unanswerable !== undefined) return { needsIndex: `searchAssets with ${unanswerable}`, raw };
  const { delegateAddress } = params.values;
  if (delegateAddress !== undefined) params.values.delegate = delegateAddress;
  const owner = readOptional(params, 'ownerAddress');
  if (owner === undefined) return { needsIndex: 'searchAssets without ownerAddress', raw };
  // No node can find the collections of an update authority.
  if (params.values.interface === 'MplCoreCollection')
    return { needsIndex: 'searchAssets for MPL Core collections', raw };
  const collection = collectionOf(params);
  if (collection === 'other') return { needsIndex: 'searchAssets by a group other than a collection', raw };
  checkConditions(params, KNOWN);
  const display = readDisplay(params);
  return {
    query: {
      owner,
      search: {
        tokenType: tokenTypeOf(params, display.showFungible),
        ...readAll(params, CONDITIONS),
        collection,
        ...readAll(params, LAST_CONDITIONS),
      },
      page: readListPage(params),
      display,
    },
  };
}

function collectionOf(params: NamedParams): string | 'other' | undefined {
  const [key, value] = readOptional(params, 'grouping') ?? [];
  if (value === undefined) return undefined;
  if (key !== 'collection') return 'other';
  if (isAddress(value)) return value;
  throw new InvalidInputError(
    'invalid-value',
    'Expected the address of a collection',
    `${params.path}.grouping[1]`,
  );
}

/** Token types by lower-case name, including names that only some providers use. */
const TYPES: Readonly<Record<string, TokenType>> = {
  ...Object.fromEntries(TOKEN_TYPES.map((type) => [type.toLowerCase(), type])),
  nft: 'nonFungible',
  compressed: 'compressedNft',
};

function tokenTypeOf(params: NamedParams, showFungible: boolean): TokenType {
  const given = readOptional(params, 'tokenType');
  if (given === undefined)
    // The reference server lists only NFTs unless an owner type is given.
    return showFungible || readOptional(params, 'ownerType') === 'token' ? 'all' : 'nonFungible';
  const type = Object.hasOwn(TYPES, given.toLowerCase()) ? TYPES[given.toLowerCase()] : undefined;
  if (type !== undefined) return type;
  const expected = `Expected one of ${TOKEN_TYPES.join(', ')}`;
  throw new InvalidInputError('invalid-value', expected, `${params.path}.tokenType`);
}

/** Lists an owner's assets that match the given conditions (contract §8). */
export const searchAssets = defineMethod({
  ...dasMethod(NAMES, ['ownerAddress'], readParams),
  name: 'searchAssets',
  summary: 'The digital assets of an owner that match conditions (DAS)',
  description:
    'Like `getAssetsByOwner`, but lists only the assets that match all conditions. A search without `ownerAddress`, or with a condition that a node cannot check, is forwarded to the DAS endpoint of the chain; without one, the error is -32601 with the reason `needs-index`.',
  ignoredNames: (raw) => ignoredDasNames(raw, KNOWN),
  result: DasAssetList,
  errors: [...DAS_ERRORS, 'methodNotFound'],
  units: (search: Search) => ('query' in search ? WORK_UNITS.holdings : WORK_UNITS.forwardedCall),
  example: {
    chainId: SAMPLE_CHAIN_ID,
    params: { ownerAddress: SAMPLE_TINY_WALLET, tokenType: 'fungible', options: { parseMetadataUri: false } },
    result: SEARCH_EXAMPLE,
  },
  handler: async (search: Search, ports, { chainId }, scope): Promise<DasAnswer> => {
    if ('query' in search) return getOwnedAssets(ports, search.query, chainId, scope);
    const { raw, needsIndex: what } = search;
    return forward(ports.solana, { chainId, method: 'searchAssets', raw, what }, scope);
  },
});
