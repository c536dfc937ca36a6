import * as z from 'zod/mini';
import { listOf } from '@/lib/json/describe';
import { getAssetsById } from '@/lib/services/assets/get-assets-by-id';
import { WORK_UNITS } from '@/lib/services/work-units';
import { DasAsset } from '@/lib/solana/das/asset-schema';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { ASSET_EXAMPLE } from '../das-examples';
import { type DasAnswer, dasMethod } from '../das-method';
import { defineMethod } from '../define-method';
import { namedParams, readDisplay, readRequired } from '../params/das-params';

const NAMES = ['ids', 'options', 'displayOptions', 'integers'] as const;

function readParams(raw: unknown) {
  const params = namedParams(raw, NAMES);
  return { ids: readRequired(params, 'ids'), display: readDisplay(params) };
}

type Input = ReturnType<typeof readParams>;

/** Reads assets by their ids (contract §8). */
export const getAssets = defineMethod({
  ...dasMethod(NAMES, ['ids'], readParams),
  name: 'getAssets',
  summary: 'Digital assets by their ids (DAS)',
  description:
    'Reads up to 1,000 assets, each as with `getAsset`, in the order of the ids. An id that is not an asset, or cannot be found without an index, is null. `getAssets` and `getAssetBatch` are the same method.',
  result: listOf(z.nullable(DasAsset), 'Assets in the order of the ids; null for an id that is not found.'),
  units: ({ ids }: Input) => Math.max(WORK_UNITS.asset, ids.length * WORK_UNITS.assetOfMany),
  example: {
    chainId: SAMPLE_CHAIN_ID,
    params: { ids: ['3VY2TA6pKYq3JXHcbpDoYvuBZcHUCmMA9ztUgGRGgRrL'], options: { parseMetadataUri: false } },
    result: [ASSET_EXAMPLE],
  },
  handler: async ({ ids, display }: Input, ports, { chainId }, scope): Promise<DasAnswer> => {
    const { assets, coverage } = await getAssetsById(ports, ids, display, chainId, scope);
    return { result: assets.map((asset) => (typeof asset === 'string' ? null : asset)), coverage };
  },
});
