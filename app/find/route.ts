import type { NextRequest } from 'next/server';
import { BtcPublicKey } from '@/lib/bitcoin/public-key';
import { bitcoinHref, readBitcoinView } from '@/lib/dashboard/bitcoin-view';
import { ListSearchFields, LookUpFields, MatchFields } from '@/lib/dashboard/forms';
import { MAX_SCANNED, secretIn } from '@/lib/dashboard/search/secrets';
import { readAccountView, writeAccountView } from '@/lib/dashboard/search-params';
import { findAnswer, refusedAnswer, secretAnswer, seeOther } from '@/lib/server/pages/find-answer';
import { admit } from '@/lib/server/pages/page-look-up';
import { recordKey } from '@/lib/server/pages/record-key';
import { readRouteBody } from '@/lib/server/routes/route-handlers';
import type { Service } from '@/lib/server/service';
import { getService } from '@/lib/server/shared-service';
import { WORK_UNITS } from '@/lib/services/work-units';
import { parseUrl } from '@/lib/solana/documents/uri-text';

/** Handles search links, such as those of a browser's site search. */
export function GET(request: NextRequest) {
  return findAnswer(request.nextUrl.searchParams.get('q') ?? '');
}

/** Handles the dashboard's forms when JavaScript is off. */
export async function POST(request: NextRequest) {
  const service = await getService();
  const refused = await admit(service, request, WORK_UNITS.keyPage);
  if (refused) return refused;
  const body = await readRouteBody(request, MAX_SCANNED);
  if (body === undefined) return new Response('The form is too large', { status: 413 });
  const fields = new URLSearchParams(Buffer.from(body).toString());
  const { defaultEvmChainId } = service.ports.settings;
  const secret = await secretIn([...fields.getAll('match'), ...fields.getAll('q')].join('\n'));
  if (secret !== undefined) return secretAnswer(secret);
  const key = BtcPublicKey.safeParse(fields.get('matchKey'));
  if (key.success) return seeOther(await matchHref(key.data, fields, defaultEvmChainId));
  if (fields.has('chain')) return bitcoinForm(service, request.headers, fields);
  const list = fields.get('list');
  const text = fields.get('q') ?? '';
  if (list === null) return findAnswer(text);
  const read = await ListSearchFields.safeParseAsync({ q: text });
  return read.success ? seeOther(listHref(list, read.data.q)) : refusedAnswer(read.error);
}

/** Handles the search form of `/bitcoin`, and that of a key's page, which records the key (`remember` is on). */
async function bitcoinForm(service: Service, headers: Headers, fields: URLSearchParams): Promise<Response> {
  const text = fields.get('q') ?? '';
  const { data } = await LookUpFields.safeParseAsync({ q: text });
  if (data?.q.kind !== 'btc-key') return findAnswer(text);
  const { defaultEvmChainId } = service.ports.settings;
  const { chain } = readBitcoinView(fields, defaultEvmChainId);
  // Failures are ignored, because the key's page shows whether the key is recorded.
  if (fields.get('remember') === 'on')
    await recordKey(service, headers, data.q.value, undefined, chain).catch(() => undefined);
  return seeOther(await matchHref(data.q.value, fields, defaultEvmChainId));
}

/** Returns the path of a key's page. If the address to compare is valid, the path contains it. */
async function matchHref(publicKey: string, fields: URLSearchParams, defaultChain: number): Promise<string> {
  const { data } = await MatchFields.safeParseAsync({ match: fields.get('match') });
  const view = { ...readBitcoinView(fields, defaultChain), match: data?.match ?? '' };
  return bitcoinHref(publicKey, view, defaultChain);
}

/** Returns the path of the account list in which the visitor searched, with the search text in the query. */
function listHref(list: string, q: string): string {
  const base = 'http://satchel.invalid';
  const url = parseUrl(list, base);
  if (!url?.pathname.startsWith('/account/')) return '/';
  url.searchParams.set('q', q);
  return url.pathname + writeAccountView(readAccountView(url.searchParams));
}
