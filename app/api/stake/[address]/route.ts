import { readChain } from '@/lib/dashboard/search-params';
import { admit, lineOf, lookUp, refusal } from '@/lib/server/pages/page-look-up';
import { getService } from '@/lib/server/shared-service';
import { getStake } from '@/lib/services/holdings/get-stake';
import { WORK_UNITS } from '@/lib/services/work-units';
import { SolanaAddress } from '@/lib/solana/address/address';

/** Sends an owner's stake accounts as one JSON line (`StakeOfOwner`). */
export async function GET(request: Request, { params }: { params: Promise<{ address: string }> }) {
  const service = await getService();
  // 0 units, because `lookUp` charges for the request.
  const refused = await admit(service, request, 0);
  if (refused) return refused;
  const owner = SolanaAddress.safeParse((await params).address);
  if (!owner.success) return refusal(400, 'invalid-value', 'Expected an address');
  const chainId = readChain(new URL(request.url).searchParams, 0);
  const found = await lookUp(WORK_UNITS.stake, ({ ports }, scope) =>
    getStake(ports, owner.data, chainId, scope),
  );
  return lineOf(request, found);
}
