import * as z from 'zod/mini';
import { SolanaAddress } from '@/lib/solana/address/address';
import { forwardedList } from '../forwarded-methods';

/** Lists the digital assets of a creator (contract §8). */
export const getAssetsByCreator = forwardedList(
  'getAssetsByCreator',
  'The digital assets of a creator (DAS)',
  [
    { name: 'creatorAddress', summary: 'Creator of the assets.', required: true, schema: SolanaAddress },
    { name: 'onlyVerified', summary: 'Only assets that the creator has signed.', schema: z.boolean() },
  ],
  { creatorAddress: 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A' },
);
