import { parseBtcAddress } from '@/lib/bitcoin/address';
import { BtcPublicKey } from '@/lib/bitcoin/public-key';
import { readChain } from '@/lib/dashboard/search-params';
import { accountCells } from '@/lib/server/pages/accounts-stream';
import { admit, ndjson, pageFailure, refusal } from '@/lib/server/pages/page-look-up';
import { recordKey } from '@/lib/server/pages/record-key';
import type { Service } from '@/lib/server/service';
import { getService } from '@/lib/server/shared-service';
import { WORK_UNITS } from '@/lib/services/work-units';

type Context = { params: Promise<{ key: string }> };

/**
 * Streams a key's accounts on all supported chains, or on `?chain=`, as JSON lines in the order in which the chains
 * respond. Records nothing.
 */
export async function GET(request: Request, context: Context) {
  const service = await getService();
  const query = new URL(request.url).searchParams;
  const chain = query.has('chain') ? readChain(query, 0) : undefined;
  const key = await admittedKey(
    service,
    request,
    context,
    chain === undefined ? WORK_UNITS.allChains : WORK_UNITS.oneChain,
  );
  if (key instanceof Response) return key;
  try {
    return ndjson(request, accountCells(service, key, chain));
  } catch (thrown) {
    const { reason, message, status } = pageFailure(service, thrown);
    return refusal(status, reason, message);
  }
}

/** Records a key with its accounts on `?chain=` at the visitor's request, and the Bitcoin address in `&address=`. */
export async function POST(request: Request, context: Context) {
  const service = await getService();
  const key = await admittedKey(service, request, context, WORK_UNITS.keyPage);
  if (key instanceof Response) return key;
  const query = new URL(request.url).searchParams;
  try {
    const address = query.get('address');
    const btcAddress = address === null ? undefined : parseBtcAddress(address).address;
    await recordKey(service, request.headers, key, btcAddress, readChain(query, 0));
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
  } catch (thrown) {
    const { reason, message, status } = pageFailure(service, thrown);
    return refusal(status, reason, message);
  }
}

/** Charges the visitor's limit and returns the compressed key from the path, or an error response. */
async function admittedKey(
  service: Service,
  request: Request,
  { params }: Context,
  units: number,
): Promise<string | Response> {
  const refused = await admit(service, request, units);
  if (refused) return refused;
  const key = BtcPublicKey.safeParse((await params).key);
  if (key.success) return key.data;
  return refusal(400, 'invalid-key', key.error.issues[0]?.message ?? 'Not a Bitcoin public key');
}
