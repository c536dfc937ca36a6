import { getAssets } from './getAssets';

/** The name of `getAssets` in the other dialect of DAS. */
export const getAssetBatch = {
  ...getAssets,
  name: 'getAssetBatch',
  summary: 'Digital assets by their ids: another name of `getAssets` (DAS)',
};
