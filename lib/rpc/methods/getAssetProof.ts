import { SolanaAddress } from '@/lib/solana/address/address';
import { forwardedMethod } from '../das-method';
import { ForwardedProof, PROOF_EXAMPLE } from '../forwarded-methods';

/** Returns the Merkle proof of a compressed NFT (contract §8). */
export const getAssetProof = forwardedMethod({
  name: 'getAssetProof',
  summary: 'The Merkle proof of a compressed NFT (DAS)',
  params: [{ name: 'id', summary: 'Id of the asset.', required: true, schema: SolanaAddress }],
  result: ForwardedProof,
  example: {
    params: { id: 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A' },
    result: PROOF_EXAMPLE,
  },
});
