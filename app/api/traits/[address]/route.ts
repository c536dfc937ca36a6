import { collectionTraits } from '@/lib/server/pages/collection-traits';
import { lineOf, lookUp, refusal } from '@/lib/server/pages/page-look-up';
import { scriptRoute } from '@/lib/server/pages/script-route';
import { WORK_UNITS } from '@/lib/services/work-units';
import { SolanaAddress } from '@/lib/solana/address/address';

/** Sends the traits of a collection's items in an account (`?collection=ADDRESS`) as a JSON line (`CollectionTraits`). */
export const GET = scriptRoute<{ address: string }>(0, async ({ request, params, query, chainId }) => {
  const owner = SolanaAddress.safeParse(params.address);
  const collection = SolanaAddress.safeParse(query.get('collection'));
  if (!owner.success || !collection.success)
    return refusal(400, 'invalid-value', 'Expected an account address in the path and ?collection=ADDRESS');
  const found = await lookUp(WORK_UNITS.itemPage, ({ ports }, scope, charge) =>
    collectionTraits(ports, {
      chainId,
      owner: owner.data,
      collection: collection.data,
      beforeReading: () => charge(WORK_UNITS.holdings - WORK_UNITS.itemPage),
      scope,
    }),
  );
  return lineOf(request, found);
});
