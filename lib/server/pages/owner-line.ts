import 'server-only';
import { readChain } from '@/lib/dashboard/search-params';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Ports } from '@/lib/services/ports';
import { SolanaAddress } from '@/lib/solana/address/address';
import { getService } from '../shared-service';
import { admit, lineOf, lookUp, refusal } from './page-look-up';

/**
 * Creates the route handler of a look-up by owner, for the dashboard's script. It answers with one JSON line.
 * @param units cost of the look-up, in work units
 */
export const ownerLine =
  (
    units: number,
    read: (ports: Ports, owner: SolanaAddress, chainId: number, scope: RequestScope) => Promise<unknown>,
  ) =>
  async (request: Request, { params }: { params: Promise<{ address: string }> }): Promise<Response> => {
    const service = await getService();
    // 0 units, because `lookUp` charges for the request.
    const refused = await admit(service, request, 0);
    if (refused) return refused;
    const owner = SolanaAddress.safeParse((await params).address);
    if (!owner.success) return refusal(400, 'invalid-value', 'Expected an address');
    const chainId = readChain(new URL(request.url).searchParams, 0);
    return lineOf(
      request,
      await lookUp(units, ({ ports }, scope) => read(ports, owner.data, chainId, scope)),
    );
  };
