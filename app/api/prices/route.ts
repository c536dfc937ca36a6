import { lineOf, lookUp } from '@/lib/server/pages/page-look-up';
import { scriptRoute } from '@/lib/server/pages/script-route';
import { getPrices } from '@/lib/services/holdings/get-prices';
import { WORK_UNITS } from '@/lib/services/work-units';

/** Sends the prices of a chain as one JSON line (`ChainPrices`). The request names no account. */
export const GET = scriptRoute(0, async ({ request, chainId }) => {
  const found = await lookUp(WORK_UNITS.minimum, ({ ports }, scope) => getPrices(ports, chainId, scope));
  return lineOf(request, found);
});
