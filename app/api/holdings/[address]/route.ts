import { pageOfText } from '@/app/(dashboard)/page-text';
import { streamHoldings } from '@/lib/server/pages/account-page';
import { ndjson } from '@/lib/server/pages/page-look-up';
import { scriptRoute } from '@/lib/server/pages/script-route';
import { routeAddress } from '@/lib/server/routes/route-handlers';
import { WORK_UNITS } from '@/lib/services/work-units';

/** Streams an account's holdings as JSON lines (`HoldingsLine`). */
export const GET = scriptRoute<{ address: string }>(
  WORK_UNITS.holdings,
  ({ request, service, params, chainId }) => {
    const addressOrName = pageOfText(params.address);
    const visitor = routeAddress(service, request.headers);
    return ndjson(request, (gone) => streamHoldings(service, addressOrName, chainId, { visitor, gone }));
  },
);
