// The DAS methods that need an index. A node cannot serve them, so that their calls are forwarded to the chain's DAS
// upstream. Upstreams differ, so the schemas of the results contain only the fields that all of them return.
import * as z from 'zod/mini';
import { InvalidInputError } from '@/lib/errors';
import { define, describe, int, listOf, text } from '@/lib/json/describe';
import { WORK_UNITS } from '@/lib/services/work-units';
import { SolanaAddress } from '@/lib/solana/address/address';
import { ALL_READ } from '@/lib/solana/coverage';
import { MAINNET_CHAIN_ID } from '@/lib/solana/programs';
import { DAS_ERRORS, upstreamParams } from './das-method';
import { defineMethod, type Method } from './define-method';
import { hasStringIntegers, INTEGERS_PARAM } from './params/integers';

type ForwardedParam = { name: string; summary: string; required?: boolean; schema: z.ZodMiniType };

/** Defines a method whose calls are forwarded to the chain's DAS upstream, and whose results are returned unchanged. */
function forwardedMethod({
  params,
  example,
  ...definition
}: Pick<Method, 'name' | 'summary' | 'result'> & {
  params: ForwardedParam[];
  example: { params: unknown; result: unknown };
}): Method<unknown, unknown> {
  const accepted = [...params, { name: 'integers', ...INTEGERS_PARAM }];
  const names = accepted.map((param) => param.name);
  return defineMethod({
    ...definition,
    group: 'solana',
    description:
      'A node cannot serve this call. It is forwarded to the DAS endpoint of the chain (`SOLANA_DAS_URL_<chainId>`), whose result is returned unchanged. Without one, the error is -32601 with the reason `needs-index`.',
    params: accepted.map((param) => ({ ...param, required: param.required ?? false })),
    integers: { flag: 'integers', areStrings: (raw) => hasStringIntegers(raw, names) },
    readParams: (raw): unknown => {
      hasStringIntegers(raw, names);
      if (typeof raw === 'object' && raw !== null && Object.keys(raw).length > 0) return raw;
      throw new InvalidInputError('missing-params', `Expected params: ${params[0]?.name}`, 'params');
    },
    errors: [...DAS_ERRORS, 'methodNotFound'],
    echoesChainId: true,
    units: () => WORK_UNITS.forwardedCall,
    example: { chainId: MAINNET_CHAIN_ID, ...example },
    handler: (raw, ports, { chainId }, scope) =>
      ports.solana.assets.askUpstream(chainId, definition.name, upstreamParams(raw, names), scope),
    coverageOf: () => ALL_READ,
  });
}

/** The address in the examples. */
const A = 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A';

const addressParam = (name: string, summary: string): ForwardedParam => ({
  name,
  summary,
  required: true,
  schema: SolanaAddress,
});
const ID = addressParam('id', 'Id of the asset.');

const ForwardedProof = define('ForwardedProof', 'A Merkle proof from a DAS upstream, unchanged.', {
  root: text('Root of the Merkle tree.'),
  proof: listOf(z.string(), 'Hashes from the leaf to the root.'),
  node_index: int('Index of the node.'),
  leaf: text('Hash of the leaf.'),
  tree_id: text('Address of the Merkle tree.'),
});
const PROOF = { root: A, proof: [], node_index: 1, leaf: A, tree_id: A };

/** What the two names of the method for several proofs have in common. */
const PROOFS = {
  params: [
    {
      name: 'ids',
      summary: 'Ids of the assets.',
      required: true,
      schema: listOf(SolanaAddress, 'Ids of assets.'),
    },
  ],
  result: z.record(z.string(), ForwardedProof).check(describe('Proofs by id.')),
  example: { params: { ids: [A] }, result: { [A]: PROOF } },
};

const PAGE: ForwardedParam[] = [
  { name: 'page', summary: 'Page number, starting at 1.', schema: int('Page number.') },
  { name: 'limit', summary: 'Maximum number of entries.', schema: int('Maximum number of entries.') },
  { name: 'before', summary: 'Only entries before this id.', schema: text('Upper bound of ids.') },
  { name: 'after', summary: 'Only entries after this id.', schema: text('Lower bound of ids.') },
  {
    name: 'cursor',
    summary: 'Cursor from an earlier response, to continue its list.',
    schema: text('Cursor of a list.'),
  },
];
const FIRST_PAGE = { page: 1, limit: 10 };
const NO_ITEMS = { total: 0, limit: 10, page: 1, items: [] };

const listFields = {
  total: int('Number of entries.'),
  limit: int('Maximum number of entries in an answer.'),
  page: z.optional(int('Requested page.')),
};

/** What the two names of the method for the transactions of an asset have in common. */
const SIGNATURES = {
  params: [ID, ...PAGE],
  result: define('ForwardedSignatures', 'Transactions from a DAS upstream, unchanged.', {
    ...listFields,
    items: listOf(z.array(z.string()), 'Signature and instruction of each transaction.'),
  }),
  example: { params: { id: A, ...FIRST_PAGE }, result: NO_ITEMS },
};

const OPTIONS: ForwardedParam[] = [
  {
    name: 'sortBy',
    summary: 'Sort order, in a format that the upstream supports.',
    schema: z.record(z.string(), z.unknown()).check(describe('Sort order of a list.')),
  },
  {
    name: 'options',
    summary: 'Display options that the upstream supports.',
    schema: z.record(z.string(), z.unknown()).check(describe('Display options.')),
  },
];

const ForwardedList = define('ForwardedList', 'A list from a DAS upstream, unchanged.', {
  ...listFields,
  items: listOf(z.record(z.string(), z.unknown()), 'Assets, as the upstream returned them.'),
});

/**
 * Defines a method that lists assets.
 * @param conditions the parameters that select the assets
 * @param example values of the conditions
 */
const forwardedList = (
  name: string,
  summary: string,
  conditions: ForwardedParam[],
  example: Record<string, string>,
) =>
  forwardedMethod({
    name,
    summary,
    params: [...conditions, ...PAGE, ...OPTIONS],
    result: ForwardedList,
    example: { params: { ...example, ...FIRST_PAGE }, result: NO_ITEMS },
  });

/** The methods that need an index, in the order of the documents (contract §8). */
export const forwardedMethods = [
  forwardedMethod({
    name: 'getAssetProof',
    summary: 'The Merkle proof of a compressed NFT (DAS)',
    params: [ID],
    result: ForwardedProof,
    example: { params: { id: A }, result: PROOF },
  }),
  forwardedMethod({
    name: 'getAssetProofBatch',
    summary: 'The Merkle proofs of compressed NFTs (DAS)',
    ...PROOFS,
  }),
  forwardedMethod({
    name: 'getAssetProofs',
    summary: 'The Merkle proofs of compressed NFTs: another name of `getAssetProofBatch` (DAS)',
    ...PROOFS,
  }),
  forwardedList(
    'getAssetsByAuthority',
    'The digital assets with a given update authority (DAS)',
    [addressParam('authorityAddress', 'Update authority of the assets.')],
    { authorityAddress: A },
  ),
  forwardedList(
    'getAssetsByCreator',
    'The digital assets of a creator (DAS)',
    [
      addressParam('creatorAddress', 'Creator of the assets.'),
      { name: 'onlyVerified', summary: 'Only assets that the creator has signed.', schema: z.boolean() },
    ],
    { creatorAddress: A },
  ),
  forwardedList(
    'getAssetsByGroup',
    'The digital assets of a group, such as a collection (DAS)',
    [
      {
        name: 'groupKey',
        summary: 'Kind of group, such as `collection`.',
        required: true,
        schema: z.string(),
      },
      { name: 'groupValue', summary: 'Address of the group.', required: true, schema: z.string() },
    ],
    { groupKey: 'collection', groupValue: A },
  ),
  forwardedMethod({
    name: 'getAssetSignatures',
    summary: 'The transactions of a compressed NFT (DAS)',
    ...SIGNATURES,
  }),
  forwardedMethod({
    name: 'getSignaturesForAsset',
    summary: 'The transactions of a compressed NFT: another name of `getAssetSignatures` (DAS)',
    ...SIGNATURES,
  }),
];
