import type { NextRequest } from 'next/server';
import { keyFormSchema } from '@/components/bitcoin/key-form-schema';
import { BtcAddress } from '@/lib/bitcoin/address';
import { BtcPublicKey } from '@/lib/bitcoin/public-key';
import { bitcoinHref, readBitcoinView } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { MAX_SCANNED, secretIn } from '@/lib/dashboard/search/secrets/secret';
import { readAccountView, writeAccountView } from '@/lib/dashboard/search-params';
import { readRouteBody } from '@/lib/server/http/route-handlers';
import { findAnswer, secretAnswer, seeOther } from '@/lib/server/pages/find-answer';
import { admit } from '@/lib/server/pages/page-look-up';
import { recordKey } from '@/lib/server/pages/record-key';
import type { Service } from '@/lib/server/service';
import { getService } from '@/lib/server/shared-service';
import { WORK_UNITS } from '@/lib/services/work-units';
import { parseUrl } from '@/lib/solana/documents/uri-text';

/** Handles search links, such as those of a browser's site search. */
export function GET(request: NextRequest) {
  return findAnswer(request.nextUrl.searchParams.get('q') ?? '');
}

/** Handles the dashboard's forms without JavaScript. The Bitcoin form records its look-up, as with JavaScript. */
export async function POST(request: NextRequest) {
  const service = await getService();
  const refused = await admit(service, request, WORK_UNITS.keyPage);
  if (refused) return refused;
  const body = await readRouteBody(request, MAX_SCANNED);
  if (body === undefined) return new Response('The form is too large', { status: 413 });
  const fields = new URLSearchParams(Buffer.from(body).toString());
  const { defaultEvmChainId } = service.ports.settings;
  if (fields.has('btcPublicKey')) return keyForm(service, request.headers, fields);
  const secret = await secretIn(fields.get('match') ?? fields.get('q') ?? '');
  if (secret !== undefined) return secretAnswer(secret);
  const key = BtcPublicKey.safeParse(fields.get('matchKey'));
  if (key.success) return seeOther(matchHref(key.data, fields, defaultEvmChainId));
  const list = fields.get('list');
  return list === null ? findAnswer(fields.get('q') ?? '') : seeOther(listHref(list, fields.get('q') ?? ''));
}

async function keyForm(service: Service, headers: Headers, fields: URLSearchParams): Promise<Response> {
  for (const name of ['btcPublicKey', 'btcAddress']) {
    const secret = await secretIn(fields.get(name) ?? '');
    if (secret !== undefined) return secretAnswer(secret);
  }
  const form = keyFormSchema.safeParse(Object.fromEntries(fields));
  if (!form.success) return findAnswer(fields.get('btcPublicKey') ?? '');
  const { btcPublicKey, btcAddress, version } = form.data;
  const chain = Number(form.data.chain);
  // The page is shown even if the key cannot be recorded; it says what is missing.
  await recordKey(service, headers, btcPublicKey, btcAddress, chain).catch(() => undefined);
  const { defaultEvmChainId } = service.ports.settings;
  return seeOther(bitcoinHref(btcPublicKey, { chain, version, match: btcAddress ?? '' }, defaultEvmChainId));
}

/** Returns the path of a key's page, with the address to compare if it is valid. */
function matchHref(publicKey: string, fields: URLSearchParams, defaultChain: number): string {
  const match = BtcAddress.safeParse(fields.get('match'));
  const view = { ...readBitcoinView(fields, defaultChain), match: match.success ? match.data : '' };
  return bitcoinHref(publicKey, view, defaultChain);
}

/** Returns the path of the list that was searched, with the search text. */
function listHref(list: string, q: string): string {
  const base = 'http://satchel.invalid';
  const url = parseUrl(list, base);
  if (!url?.pathname.startsWith('/account/')) return '/';
  url.searchParams.set('q', q);
  return url.pathname + writeAccountView(readAccountView(url.searchParams));
}
