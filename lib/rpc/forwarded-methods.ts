// Schemas for forwarded methods. Upstreams differ, so the schemas contain only the fields that all of them return.
import * as z from 'zod/mini';
import { describe, int, text, withId } from '@/lib/json/describe';
import { SolanaAddress } from '@/lib/solana/address/address';
import { type ForwardedParam, forwardedMethod } from './das-method';

/** Page parameters of forwarded lists. */
const FORWARDED_PAGE = [
  { name: 'page', summary: 'Page number, starting at 1.', schema: int('Page number.') },
  { name: 'limit', summary: 'Maximum number of entries.', schema: int('Maximum number of entries.') },
  { name: 'before', summary: 'Only entries before this id.', schema: text('Upper bound of ids.') },
  { name: 'after', summary: 'Only entries after this id.', schema: text('Lower bound of ids.') },
  {
    name: 'cursor',
    summary: 'Cursor from an earlier response, to continue its list.',
    schema: text('Cursor of a list.'),
  },
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

const ForwardedList = z
  .object({
    total: int('Number of entries.'),
    limit: int('Maximum number of entries in an answer.'),
    page: z.optional(int('Requested page.')),
    items: z
      .array(z.record(z.string(), z.unknown()))
      .check(describe('Assets, as the upstream returned them.')),
  })
  .check(withId('ForwardedList', 'A list from a DAS upstream, unchanged.'));

export const ForwardedProof = z
  .object({
    root: text('Root of the Merkle tree.'),
    proof: z.array(z.string()).check(describe('Hashes from the leaf to the root.')),
    node_index: int('Index of the node.'),
    leaf: text('Hash of the leaf.'),
    tree_id: text('Address of the Merkle tree.'),
  })
  .check(withId('ForwardedProof', 'A Merkle proof from a DAS upstream, unchanged.'));

const ForwardedSignatures = z
  .object({
    total: int('Number of entries.'),
    limit: int('Maximum number of entries in an answer.'),
    page: z.optional(int('Requested page.')),
    items: z.array(z.array(z.string())).check(describe('Signature and instruction of each transaction.')),
  })
  .check(withId('ForwardedSignatures', 'Transactions from a DAS upstream, unchanged.'));

/** The address in the examples. */
const A = 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A';
/** A result in the format `ForwardedProof`. */
export const PROOF_EXAMPLE = { root: A, proof: [], node_index: 1, leaf: A, tree_id: A };
const FIRST_PAGE = { page: 1, limit: 10 };
const NO_ITEMS = { total: 0, limit: 10, page: 1, items: [] };

/**
 * Defines a method that lists assets.
 * @param conditions the parameters that select the assets
 * @param example values of the conditions
 */
export const forwardedList = (
  name: string,
  summary: string,
  conditions: ForwardedParam[],
  example: Record<string, string>,
) =>
  forwardedMethod({
    name,
    summary,
    params: [...conditions, ...FORWARDED_PAGE],
    result: ForwardedList,
    example: { params: { ...example, ...FIRST_PAGE }, result: NO_ITEMS },
  });

/** Defines the method that returns Merkle proofs. Its name differs between the two dialects of DAS. */
export const forwardedProofs = (name: 'getAssetProofBatch' | 'getAssetProofs') =>
  forwardedMethod({
    name,
    summary: `The Merkle proofs of compressed NFTs${name === 'getAssetProofs' ? ': another name of `getAssetProofBatch`' : ''} (DAS)`,
    params: [
      {
        name: 'ids',
        summary: 'Ids of the assets.',
        required: true,
        schema: z.array(SolanaAddress).check(describe('Ids of assets.')),
      },
    ],
    result: z.record(z.string(), ForwardedProof).check(describe('Proofs by id.')),
    example: {
      params: { ids: [A] },
      result: { [A]: PROOF_EXAMPLE },
    },
  });

/** Defines the method that lists the transactions of an asset. Its name differs between the two dialects of DAS. */
export const forwardedSignatures = (name: 'getAssetSignatures' | 'getSignaturesForAsset') =>
  forwardedMethod({
    name,
    summary: `The transactions of a compressed NFT${name === 'getSignaturesForAsset' ? ': another name of `getAssetSignatures`' : ''} (DAS)`,
    params: [
      { name: 'id', summary: 'Id of the asset.', required: true, schema: SolanaAddress },
      ...FORWARDED_PAGE.filter(({ name: each }) => each !== 'options' && each !== 'sortBy'),
    ],
    result: ForwardedSignatures,
    example: { params: { id: A, ...FIRST_PAGE }, result: NO_ITEMS },
  });
