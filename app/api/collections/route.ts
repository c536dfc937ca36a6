import { MAX_COLLECTIONS } from '@/lib/dashboard/account/collection-previews';
import { readChain } from '@/lib/dashboard/search-params';
import { collectionLines } from '@/lib/server/pages/collection-lines';
import { admit, ndjson, refusal } from '@/lib/server/pages/page-look-up';
import { getService } from '@/lib/server/shared-service';
import { WORK_UNITS } from '@/lib/services/work-units';
import { SolanaAddress } from '@/lib/solana/address/address';

/**
 * Streams the names and images of collections (`?of=ADDRESS,ADDRESS`) as JSON lines (`CollectionLine`), for 1 unit
 * each.
 */
export async function GET(request: Request) {
  const service = await getService();
  const query = new URL(request.url).searchParams;
  const asked = (query.get('of') ?? '').split(',', MAX_COLLECTIONS + 1);
  const refused = await admit(service, request, WORK_UNITS.minimum * Math.min(asked.length, MAX_COLLECTIONS));
  if (refused) return refused;
  const collections = asked.flatMap((text) => SolanaAddress.safeParse(text).data ?? []);
  if (collections.length !== asked.length || asked.length > MAX_COLLECTIONS)
    return refusal(400, 'invalid-items', `Expected ?of= with 1 to ${MAX_COLLECTIONS} addresses`);
  const chainId = readChain(query, 0);
  return ndjson(request, (gone) => collectionLines(service, collections, chainId, gone));
}
