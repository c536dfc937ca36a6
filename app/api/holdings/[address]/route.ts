import { pageOfText } from '@/app/(dashboard)/page-text';
import { MAX_REPORTED } from '@/lib/dashboard/account/report-view';
import { readChain } from '@/lib/dashboard/search-params';
import { streamHoldings } from '@/lib/server/pages/account-page';
import { ndjson } from '@/lib/server/pages/json-lines';
import { admit, refusal } from '@/lib/server/pages/page-look-up';
import { readRouteBody, routeAddress } from '@/lib/server/routes/route-handlers';
import { getService } from '@/lib/server/shared-service';
import { WORK_UNITS } from '@/lib/services/work-units';
import { SolanaAddress } from '@/lib/solana/address/address';

/** Streams an account's holdings as JSON lines (`HoldingsLine`). */
export async function GET(request: Request, { params }: { params: Promise<{ address: string }> }) {
  const service = await getService();
  const refused = await admit(service, request, WORK_UNITS.holdings);
  if (refused) return refused;
  const chainId = readChain(new URL(request.url).searchParams, 0);
  const addressOrName = pageOfText((await params).address);
  const visitor = routeAddress(service, request.headers);
  return ndjson(request, (gone) => streamHoldings(service, addressOrName, chainId, { visitor, gone }));
}

/** Receives the items on the visitor's screen, `{ "items": [address, …] }`, to fetch their metadata documents first. */
export async function POST(request: Request, { params }: { params: Promise<{ address: string }> }) {
  const service = await getService();
  const refused = await admit(service, request, WORK_UNITS.minimum);
  if (refused) return refused;
  const owner = SolanaAddress.safeParse((await params).address);
  const chainId = readChain(new URL(request.url).searchParams, 0);
  const items = itemsOf(await readRouteBody(request, 64 * MAX_REPORTED).catch(() => undefined));
  if (!owner.success || items === undefined)
    return refusal(400, 'invalid-items', `Expected { "items": [ at most ${MAX_REPORTED} addresses ] }`);
  service.ports.holdingsStreams.known(chainId, owner.data)?.viewport.report(items);
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}

/** Returns the items in a request body; undefined if the body is invalid. */
function itemsOf(body: Uint8Array | undefined): string[] | undefined {
  if (body === undefined) return undefined;
  try {
    const { items } = (JSON.parse(Buffer.from(body).toString()) ?? {}) as { items?: unknown };
    if (!Array.isArray(items) || items.length > MAX_REPORTED) return undefined;
    return items.every((item) => typeof item === 'string' && item.length <= 44) ? items : undefined;
  } catch {
    return undefined;
  }
}
