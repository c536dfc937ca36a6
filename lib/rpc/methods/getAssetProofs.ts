import { forwardedProofs } from '../forwarded-methods';

/** The Merkle proofs of compressed NFTs (contract §8). */
export const getAssetProofs = forwardedProofs('getAssetProofs');
