import 'server-only';
import { readChain } from '@/lib/dashboard/search-params';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Ports } from '@/lib/services/ports';
import { SolanaAddress } from '@/lib/solana/address/address';
import type { Service } from '../service';
import { getService } from '../shared-service';
import { admit, lineOf, lookUp, pageFailure, refusal } from './page-look-up';

/** An admitted request of the dashboard's script. `chainId` is that of `?chain=`; 0 if it is missing or invalid. */
export type ScriptRequest<Params> = {
  request: Request;
  service: Service;
  params: Params;
  query: URLSearchParams;
  chainId: number;
};

type Units = number | ((query: URLSearchParams) => number);

/**
 * Creates the route handler of a request of the dashboard's script. Checks its host and origin, charges the visitor and
 * answers errors.
 * @param units cost in work units; 0 if `answer` calls `lookUp`, which charges for the request
 */
export const scriptRoute =
  <Params = object>(units: Units, answer: (script: ScriptRequest<Params>) => Response | Promise<Response>) =>
  async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    const service = await getService();
    const query = new URL(request.url).searchParams;
    const refused = await admit(service, request, typeof units === 'number' ? units : units(query));
    if (refused) return refused;
    try {
      return await answer({ request, service, params: await params, query, chainId: readChain(query, 0) });
    } catch (thrown) {
      const { status, reason, message } = pageFailure(service, thrown);
      return refusal(status, reason, message);
    }
  };

/**
 * Creates the route handler of a look-up by owner. It answers with one JSON line.
 * @param units cost of the look-up, in work units
 */
export const ownerLine = (
  units: number,
  read: (ports: Ports, owner: SolanaAddress, chainId: number, scope: RequestScope) => Promise<unknown>,
) =>
  scriptRoute<{ address: string }>(0, async ({ request, params, chainId }) => {
    const owner = SolanaAddress.safeParse(params.address);
    if (!owner.success) return refusal(400, 'invalid-value', 'Expected an address');
    const found = await lookUp(units, ({ ports }, scope) => read(ports, owner.data, chainId, scope));
    return lineOf(request, found);
  });
