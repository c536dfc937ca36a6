import { cache } from 'react';
import { accountPage } from '@/lib/server/pages/account-page';

/** Reads the account only once for the page and its metadata. */
export const accountOf = cache(accountPage);
