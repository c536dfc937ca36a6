import { pageOfText } from '@/app/(dashboard)/page-text';
import { readChain } from '@/lib/dashboard/search-params';
import { routeAddress } from '@/lib/server/http/route-handlers';
import { holdingsStream } from '@/lib/server/pages/account-page';
import { ndjson } from '@/lib/server/pages/json-lines';
import { admit } from '@/lib/server/pages/visit';
import { getService } from '@/lib/server/wiring';
import { HOLDINGS_UNITS } from '@/lib/services/prices';

/** What an account holds, as JSON lines (`HoldingsLine`), told while it is read. */
export async function GET(request: Request, { params }: { params: Promise<{ address: string }> }) {
  const service = await getService();
  const refused = await admit(service, request, HOLDINGS_UNITS);
  if (refused) return refused;
  const chainId = readChain(new URL(request.url).searchParams, 0);
  const addressOrName = pageOfText((await params).address);
  const visitor = routeAddress(service, request.headers);
  return ndjson(request, (gone) => holdingsStream(service, addressOrName, chainId, { visitor, gone }));
}
