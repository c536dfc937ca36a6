import { cache } from 'react';
import { accountPage } from '@/lib/server/pages/account-page';

/** Deduplicates the read of the page and of its metadata. */
export const accountOf = cache(accountPage);
