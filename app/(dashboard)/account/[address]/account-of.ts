import { cache } from 'react';
import { accountPage } from '@/lib/server/pages/account-page';

/** The page and its metadata ask for the same account: it is read once for both. */
export const accountOf = cache(accountPage);
