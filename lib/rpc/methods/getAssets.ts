import { manyAssetsMethod } from '../many-assets-method';

/** Reads assets by their ids (contract §8). */
export const getAssets = manyAssetsMethod('getAssets');
