import { pageOfText } from '@/app/(dashboard)/page-text';
import { readChain } from '@/lib/dashboard/search-params';
import { streamHoldings } from '@/lib/server/pages/account-page';
import { admit, ndjson } from '@/lib/server/pages/page-look-up';
import { routeAddress } from '@/lib/server/routes/route-handlers';
import { getService } from '@/lib/server/shared-service';
import { WORK_UNITS } from '@/lib/services/work-units';

/** Streams an account's holdings as JSON lines (`HoldingsLine`). */
export async function GET(request: Request, { params }: { params: Promise<{ address: string }> }) {
  const service = await getService();
  const refused = await admit(service, request, WORK_UNITS.holdings);
  if (refused) return refused;
  const chainId = readChain(new URL(request.url).searchParams, 0);
  const addressOrName = pageOfText((await params).address);
  const visitor = routeAddress(service, request.headers);
  return ndjson(request, (gone) => streamHoldings(service, addressOrName, chainId, { visitor, gone }));
}
