import { SolanaAddress } from '@/lib/solana/address/address';
import { forwardedMethod } from '../das-method';
import { FORWARDED_PAGE, ForwardedList } from '../forwarded-methods';

/** Lists the digital assets with an update authority (contract §8). */
export const getAssetsByAuthority = forwardedMethod({
  name: 'getAssetsByAuthority',
  summary: 'The digital assets with a given update authority (DAS)',
  params: [
    {
      name: 'authorityAddress',
      summary: 'Update authority of the assets.',
      required: true,
      schema: SolanaAddress,
    },
    ...FORWARDED_PAGE,
  ],
  result: ForwardedList,
  example: {
    params: { authorityAddress: 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A', page: 1, limit: 10 },
    result: { total: 0, limit: 10, page: 1, items: [] },
  },
});
