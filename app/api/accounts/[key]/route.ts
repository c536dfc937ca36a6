import { BtcPublicKey } from '@/lib/bitcoin/public-key';
import { accountCells } from '@/lib/server/pages/accounts-stream';
import { ndjson } from '@/lib/server/pages/json-lines';
import { admit } from '@/lib/server/pages/visit';
import { getService } from '@/lib/server/wiring';
import { ALL_CHAINS_UNITS } from '@/lib/services/prices';

/** A key's accounts on all served chains, as JSON lines in the order in which the chains answer. Records nothing. */
export async function GET(request: Request, { params }: { params: Promise<{ key: string }> }) {
  const service = await getService();
  const refused = await admit(service, request, ALL_CHAINS_UNITS);
  if (refused) return refused;
  const key = BtcPublicKey.safeParse((await params).key);
  if (!key.success)
    return Response.json(
      { reason: 'invalid-key', message: key.error.issues[0]?.message ?? 'Not a Bitcoin public key' },
      { status: 400, headers: { 'Cache-Control': 'no-store' } },
    );
  return ndjson(request, (gone) => accountCells(service, key.data, gone));
}
