import { DEFAULT_CLUSTER } from '@/lib/dashboard/chains';

/** The page of one item: its account's page, then its token account (or asset id). */
export function itemHref(addressOrName: string, item: string, chain: number): string {
  const query = chain === DEFAULT_CLUSTER ? '' : `?chain=${chain}`;
  return `/account/${encodeURIComponent(addressOrName)}/${item}${query}`;
}
