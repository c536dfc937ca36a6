import * as z from 'zod/mini';
import { SolanaAddress } from '@/lib/solana/address/address';
import { forwardedMethod } from '../das-method';
import { FORWARDED_PAGE, ForwardedList } from '../forwarded-methods';

/** Lists the digital assets of a creator (contract §8). */
export const getAssetsByCreator = forwardedMethod({
  name: 'getAssetsByCreator',
  summary: 'The digital assets of a creator (DAS)',
  params: [
    { name: 'creatorAddress', summary: 'Creator of the assets.', required: true, schema: SolanaAddress },
    { name: 'onlyVerified', summary: 'Only assets that the creator has signed.', schema: z.boolean() },
    ...FORWARDED_PAGE,
  ],
  result: ForwardedList,
  example: {
    params: { creatorAddress: 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A', page: 1, limit: 10 },
    result: { total: 0, limit: 10, page: 1, items: [] },
  },
});
