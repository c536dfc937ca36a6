import { getOwnedAssets, type OwnedAssetsQuery } from '@/lib/services/assets/get-owned-assets';
import { WORK_UNITS } from '@/lib/services/work-units';
import { DasAssetList } from '@/lib/solana/das/asset-schema';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { SAMPLE_TINY_WALLET } from '@/lib/solana/sample-addresses';
import { OWNER_EXAMPLE } from '../das-examples';
import { dasMethod } from '../das-method';
import { defineMethod } from '../define-method';
import { LIST_NAMES } from '../params/das-param-schemas';
import { checkConditions, namedParams, readDisplay, readListPage, readRequired } from '../params/das-params';

const NAMES = ['ownerAddress', ...LIST_NAMES] as const;

function readParams(raw: unknown): OwnedAssetsQuery {
  const params = namedParams(raw, NAMES);
  checkConditions(params, NAMES);
  const owner = readRequired(params, 'ownerAddress');
  const display = readDisplay(params);
  return {
    owner,
    search: { tokenType: display.showFungible ? 'all' : 'nonFungible' },
    page: readListPage(params),
    display,
  };
}

/** Lists the assets of an owner (contract §8). */
export const getAssetsByOwner = defineMethod({
  ...dasMethod(NAMES, ['ownerAddress'], readParams),
  name: 'getAssetsByOwner',
  summary: 'The digital assets of an owner (DAS)',
  description:
    'Lists the NFTs of an owner, and with `showFungible` also the tokens: one entry per mint, ordered by id. The list is complete for the kinds of asset that are read, or the call fails; `cursor` continues it. The header `Satchel-Coverage` names those that are not read.',
  result: DasAssetList,
  units: () => WORK_UNITS.holdings,
  example: {
    chainId: SAMPLE_CHAIN_ID,
    params: { ownerAddress: SAMPLE_TINY_WALLET, options: { parseMetadataUri: false } },
    result: OWNER_EXAMPLE,
  },
  handler: (query: OwnedAssetsQuery, ports, { chainId }, scope) =>
    getOwnedAssets(ports, query, chainId, scope),
});
