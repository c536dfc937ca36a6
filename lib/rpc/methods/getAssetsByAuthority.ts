import { SolanaAddress } from '@/lib/solana/address/address';
import { forwardedList } from '../forwarded-methods';

/** Lists the digital assets with an update authority (contract §8). */
export const getAssetsByAuthority = forwardedList(
  'getAssetsByAuthority',
  'The digital assets with a given update authority (DAS)',
  [
    {
      name: 'authorityAddress',
      summary: 'Update authority of the assets.',
      required: true,
      schema: SolanaAddress,
    },
  ],
  { authorityAddress: 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A' },
);
