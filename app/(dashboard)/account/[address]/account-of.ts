import { cache } from 'react';
import { accountPage } from '@/lib/server/pages/account-page';

/** Deduplicates the read for the page and for its metadata. */
export const accountOf = cache(accountPage);
