import { MAX_COLLECTIONS } from '@/lib/dashboard/account/collection-faces';
import { collectionLines } from '@/lib/server/pages/collection-lines';
import { ndjson, refusal } from '@/lib/server/pages/page-look-up';
import { scriptRoute } from '@/lib/server/pages/script-route';
import { WORK_UNITS } from '@/lib/services/work-units';
import { SolanaAddress } from '@/lib/solana/address/address';

const requested = (query: URLSearchParams) => (query.get('of') ?? '').split(',', MAX_COLLECTIONS + 1);

/**
 * Streams the names and images of collections (`?of=ADDRESS,ADDRESS`) as JSON lines (`CollectionLine`), for 1 unit
 * each.
 */
export const GET = scriptRoute(
  (query) => WORK_UNITS.minimum * Math.min(requested(query).length, MAX_COLLECTIONS),
  ({ request, service, query, chainId }) => {
    const addresses = requested(query);
    const collections = addresses.flatMap((text) => SolanaAddress.safeParse(text).data ?? []);
    if (collections.length !== addresses.length || addresses.length > MAX_COLLECTIONS)
      return refusal(400, 'invalid-items', `Expected ?of= with 1 to ${MAX_COLLECTIONS} addresses`);
    return ndjson(request, (gone) => collectionLines(service, collections, chainId, gone));
  },
);
