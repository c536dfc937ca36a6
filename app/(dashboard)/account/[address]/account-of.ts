import { cache } from 'react';
import { firstHoldings } from '@/lib/server/pages/account-page';

/** The page and its metadata ask for the same account: it is read once for both. */
export const accountOf = cache((addressOrName: string, chain: number, whole: boolean) =>
  firstHoldings(addressOrName, chain, { whole, streamFollows: true }),
);
