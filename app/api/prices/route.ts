import { readChain } from '@/lib/dashboard/search-params';
import { admit, lineOf, lookUp } from '@/lib/server/pages/page-look-up';
import { getService } from '@/lib/server/shared-service';
import { getPrices } from '@/lib/services/holdings/get-prices';
import { WORK_UNITS } from '@/lib/services/work-units';

/** Sends the prices of a chain as one JSON line (`ChainPrices`). The request names no account. */
export async function GET(request: Request) {
  const service = await getService();
  // 0 units, because `lookUp` charges for the request.
  const refused = await admit(service, request, 0);
  if (refused) return refused;
  const chainId = readChain(new URL(request.url).searchParams, 0);
  const found = await lookUp(WORK_UNITS.minimum, ({ ports }, scope) => getPrices(ports, chainId, scope));
  return lineOf(request, found);
}
