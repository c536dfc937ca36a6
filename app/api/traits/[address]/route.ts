import { readChain } from '@/lib/dashboard/search-params';
import { collectionTraits } from '@/lib/server/pages/collection-traits';
import { admit, lineOf, lookUp, refusal } from '@/lib/server/pages/page-look-up';
import { getService } from '@/lib/server/shared-service';
import { WORK_UNITS } from '@/lib/services/work-units';
import { SolanaAddress } from '@/lib/solana/address/address';

/** Sends the traits of a collection's items in an account (`?collection=ADDRESS`) as a JSON line (`CollectionTraits`). */
export async function GET(request: Request, { params }: { params: Promise<{ address: string }> }) {
  const service = await getService();
  // 0 units, because `lookUp` charges for the request.
  const refused = await admit(service, request, 0);
  if (refused) return refused;
  const query = new URL(request.url).searchParams;
  const owner = SolanaAddress.safeParse((await params).address);
  const collection = SolanaAddress.safeParse(query.get('collection'));
  if (!owner.success || !collection.success)
    return refusal(400, 'invalid-value', 'Expected an account address in the path and ?collection=ADDRESS');
  const found = await lookUp(WORK_UNITS.itemPage, ({ ports }, scope, charge) =>
    collectionTraits(ports, {
      chainId: readChain(query, 0),
      owner: owner.data,
      collection: collection.data,
      beforeReading: () => charge(WORK_UNITS.holdings - WORK_UNITS.itemPage),
      scope,
    }),
  );
  return lineOf(request, found);
}
