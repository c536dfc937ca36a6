import { forwardedProofs } from '../forwarded-methods';

/** Returns the Merkle proofs of compressed NFTs (contract §8). */
export const getAssetProofBatch = forwardedProofs('getAssetProofBatch');
