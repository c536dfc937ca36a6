import { DEFAULT_CLUSTER } from '@/lib/dashboard/chains';

/** Returns the path of an item's page: the path of the account's page, then the token account or asset id. */
export function itemHref(addressOrName: string, item: string, chain: number): string {
  const query = chain === DEFAULT_CLUSTER ? '' : `?chain=${chain}`;
  return `/account/${encodeURIComponent(addressOrName)}/${item}${query}`;
}
