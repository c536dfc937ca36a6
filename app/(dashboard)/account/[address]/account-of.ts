import { cache } from 'react';
import { accountPage } from '@/lib/server/pages/account-page';

/** Reads an account. The page and its metadata share one read. */
export const accountOf = cache(accountPage);
