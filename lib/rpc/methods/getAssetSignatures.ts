import { forwardedSignatures } from '../forwarded-methods';

/** Lists the transactions of a compressed NFT (contract §8). */
export const getAssetSignatures = forwardedSignatures('getAssetSignatures');
