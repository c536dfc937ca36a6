import { parseBtcAddress } from '@/lib/bitcoin/address';
import { BtcPublicKey } from '@/lib/bitcoin/public-key';
import { accountCells } from '@/lib/server/pages/accounts-stream';
import { ndjson, refusal } from '@/lib/server/pages/page-look-up';
import { recordKey } from '@/lib/server/pages/record-key';
import { type ScriptRequest, scriptRoute } from '@/lib/server/pages/script-route';
import { WORK_UNITS } from '@/lib/services/work-units';

/**
 * Streams a key's accounts on all supported chains as JSON lines, in the order in which the chains respond. With
 * `?again`, chains that did not respond before are given more time. Records nothing.
 */
export const GET = scriptRoute<Params>(
  WORK_UNITS.allChains,
  withKey((key, { request, service, query }) =>
    ndjson(request, accountCells(service, key, query.has('again'))),
  ),
);

/** Records a key with its accounts on `?chain=` at the visitor's request, and the Bitcoin address in `&address=`. */
export const POST = scriptRoute<Params>(
  WORK_UNITS.keyPage,
  withKey(async (key, { request, service, query, chainId }) => {
    const address = query.get('address');
    const btcAddress = address === null ? undefined : parseBtcAddress(address).address;
    await recordKey(service, request.headers, key, btcAddress, chainId);
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
  }),
);

type Params = { key: string };
type Answer = Response | Promise<Response>;

/** Passes the compressed key in the path to `answer`. */
function withKey(answer: (key: string, script: ScriptRequest<Params>) => Answer) {
  return (script: ScriptRequest<Params>): Answer => {
    const { data, error } = BtcPublicKey.safeParse(script.params.key);
    return error
      ? refusal(400, 'invalid-key', error.issues[0]?.message ?? 'Not a Bitcoin public key')
      : answer(data, script);
  };
}
