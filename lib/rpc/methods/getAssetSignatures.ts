import { forwardedSignatures } from '../forwarded-methods';

/** The transactions of a compressed NFT (contract §8). */
export const getAssetSignatures = forwardedSignatures('getAssetSignatures');
