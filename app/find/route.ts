import { type NextRequest, NextResponse } from 'next/server';
import { keyFormSchema } from '@/components/bitcoin/key-form-schema';
import { bitcoinHref } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { recognise } from '@/lib/dashboard/search/recognise';
import { readRouteBody } from '@/lib/server/http/route-handlers';
import { recordKey } from '@/lib/server/pages/record-key';
import { admit } from '@/lib/server/pages/visit';
import { getService } from '@/lib/server/wiring';
import { KEY_PAGE_UNITS } from '@/lib/services/prices';

/** Largest form that is read. */
const MAX_FORM_BYTES = 16 * 1024;

/** Where the search box leads without script. */
export function GET(request: NextRequest) {
  return seeOther(placeOf(request.nextUrl.searchParams.get('q') ?? ''));
}

/** The form of the Bitcoin page without script: the look-up is recorded, as it is with script. */
export async function POST(request: NextRequest) {
  const service = await getService();
  const refused = await admit(service, request, KEY_PAGE_UNITS);
  if (refused) return refused;
  const body = await readRouteBody(request, MAX_FORM_BYTES);
  const fields = new URLSearchParams(Buffer.from(body ?? '').toString());
  const form = keyFormSchema.safeParse(Object.fromEntries(fields));
  if (!form.success) return seeOther(placeOf(fields.get('btcPublicKey') ?? fields.get('q') ?? ''));
  const { btcPublicKey, btcAddress, version } = form.data;
  const chain = Number(form.data.chain);
  // The page says what could not be asked; nobody is kept from it.
  await recordKey(service, request.headers, btcPublicKey, btcAddress, chain).catch(() => undefined);
  const { defaultEvmChainId } = service.ports.settings;
  return seeOther(bitcoinHref(btcPublicKey, { chain, version, match: btcAddress ?? '' }, defaultEvmChainId));
}

function placeOf(text: string): string {
  const found = recognise(text.slice(0, 4096));
  // By code points: half of a surrogate pair cannot be encoded.
  return found?.ok ? found.href : `/?q=${encodeURIComponent([...text].slice(0, 200).join(''))}`;
}

/** Relative, so that it holds behind any proxy. */
const seeOther = (place: string) => new NextResponse(null, { status: 303, headers: { Location: place } });
