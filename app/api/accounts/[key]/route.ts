import { parseBtcAddress } from '@/lib/bitcoin/address';
import { BtcPublicKey } from '@/lib/bitcoin/public-key';
import { accountCells } from '@/lib/server/pages/accounts-stream';
import { ndjson } from '@/lib/server/pages/json-lines';
import { recordKey } from '@/lib/server/pages/record-key';
import { admit, pageFailure } from '@/lib/server/pages/visit';
import { getService } from '@/lib/server/wiring';
import { ALL_CHAINS_UNITS, KEY_PAGE_UNITS } from '@/lib/services/prices';

type Context = { params: Promise<{ key: string }> };

const NO_STORE = { 'Cache-Control': 'no-store' };

const refusal = (status: number, reason: string, message: string) =>
  Response.json({ reason, message }, { status, headers: NO_STORE });

const invalidKey = (message = 'Not a Bitcoin public key') => refusal(400, 'invalid-key', message);

/** A key's accounts on all served chains, as JSON lines in the order in which the chains answer. Records nothing. */
export async function GET(request: Request, { params }: Context) {
  const service = await getService();
  const refused = await admit(service, request, ALL_CHAINS_UNITS);
  if (refused) return refused;
  const key = BtcPublicKey.safeParse((await params).key);
  if (!key.success) return invalidKey(key.error.issues[0]?.message);
  return ndjson(request, (gone) => accountCells(service, key.data, gone));
}

/** Records a look-up that a person asked for: `?chain=`, and `&address=` when one came with the key. */
export async function POST(request: Request, { params }: Context) {
  const service = await getService();
  const refused = await admit(service, request, KEY_PAGE_UNITS);
  if (refused) return refused;
  const key = BtcPublicKey.safeParse((await params).key);
  if (!key.success) return invalidKey(key.error.issues[0]?.message);
  const query = new URL(request.url).searchParams;
  try {
    const address = query.get('address');
    const btcAddress = address === null ? undefined : parseBtcAddress(address).address;
    await recordKey(service, request.headers, key.data, btcAddress, Number(query.get('chain')));
    return new Response(null, { status: 204, headers: NO_STORE });
  } catch (thrown) {
    const { reason, message, status } = pageFailure(service, thrown);
    return refusal(status, reason, message);
  }
}
