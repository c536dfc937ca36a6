import { readChain } from '@/lib/dashboard/search-params';
import { admit, lineOf, lookUp, refusal } from '@/lib/server/pages/page-look-up';
import { getService } from '@/lib/server/shared-service';
import { getEmptyAccounts } from '@/lib/services/holdings/get-empty-accounts';
import { WORK_UNITS } from '@/lib/services/work-units';
import { SolanaAddress } from '@/lib/solana/address/address';

/** Sends an owner's empty token accounts as one JSON line (`EmptyAccounts`). */
export async function GET(request: Request, { params }: { params: Promise<{ address: string }> }) {
  const service = await getService();
  // 0 units, because `lookUp` charges for the request.
  const refused = await admit(service, request, 0);
  if (refused) return refused;
  const owner = SolanaAddress.safeParse((await params).address);
  if (!owner.success) return refusal(400, 'invalid-value', 'Expected an address');
  const chainId = readChain(new URL(request.url).searchParams, 0);
  const found = await lookUp(WORK_UNITS.tokenAccounts, ({ ports }, scope) =>
    getEmptyAccounts(ports, owner.data, chainId, scope),
  );
  return lineOf(request, found);
}
