import { getAssetsById } from '@/lib/services/assets/get-assets-by-id';
import { WORK_UNITS } from '@/lib/services/work-units';
import { DasAsset } from '@/lib/solana/das/asset-schema';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { ASSET_EXAMPLE } from '../das-examples';
import { assetNotFound, DAS_ERRORS, type DasAnswer, dasMethod } from '../das-method';
import { defineMethod } from '../define-method';
import { namedParams, readDisplay, readRequired } from '../params/das-params';

const NAMES = ['id', 'options', 'displayOptions', 'integers'] as const;

function readParams(raw: unknown) {
  const params = namedParams(raw, NAMES);
  return { id: readRequired(params, 'id'), display: readDisplay(params), path: `${params.path}.id` };
}

type Input = ReturnType<typeof readParams>;

/** Reads an asset by its id (contract §8). */
export const getAsset = defineMethod({
  ...dasMethod(NAMES, ['id'], readParams),
  name: 'getAsset',
  summary: 'A digital asset by its id (DAS)',
  description:
    'Reads a mint with its metadata and edition, or an MPL Core asset or collection. The owner of an NFT is read with `getTokenLargestAccounts`; if the node refuses that call, `owner` is "" and the asset has the warning `owner-unread`. An id without an account, such as that of a compressed NFT, is passed to the DAS endpoint of the chain.',
  result: DasAsset,
  errors: [...DAS_ERRORS, 'assetNotFound'],
  units: () => WORK_UNITS.asset,
  example: {
    chainId: SAMPLE_CHAIN_ID,
    params: { id: '3VY2TA6pKYq3JXHcbpDoYvuBZcHUCmMA9ztUgGRGgRrL', options: { parseMetadataUri: false } },
    result: ASSET_EXAMPLE,
  },
  handler: async ({ id, display, path }: Input, ports, { chainId }, scope): Promise<DasAnswer> => {
    const { assets, coverage } = await getAssetsById(ports, [id], display, chainId, scope);
    const [asset] = assets;
    if (asset !== undefined && typeof asset !== 'string') return { result: asset, coverage };
    const isCompressedUnread = asset === 'none' && !ports.solana.assets.hasUpstream(chainId);
    throw assetNotFound(
      isCompressedUnread
        ? `no account has the id ${id}; to find a compressed NFT, set SOLANA_DAS_URL_${chainId}`
        : `${id} is not an asset`,
      path,
    );
  },
});
