import 'server-only';
import type { HoldingsLine } from '@/lib/dashboard/account/holdings-stream';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { imagePath } from '@/lib/server/images/image-path';
import type { Service } from '@/lib/server/service';
import { type FirstHoldings, getFirstHoldings } from '@/lib/services/holdings/get-first-holdings';
import { getItem } from '@/lib/services/holdings/get-item';
import type { HoldingsWait } from '@/lib/services/holdings/holdings-read';
import { watchHoldings } from '@/lib/services/holdings/watch-holdings';
import { HOLDINGS_UNITS, holdingsUnitsBeyond, ITEM_PAGE_UNITS } from '@/lib/services/prices';
import type { Item } from '@/lib/solana/assemble-holdings';
import { type HoldingsEvent, outOfTime } from '@/lib/solana/holdings-events';
import { holdingsLines } from './holdings-lines';
import { lookUp, type PageResult, pageFailure } from './visit';

/** What the pages of accounts and their items show: the services, under a visitor's limits and a page's deadlines. */

/** A page waits this long for its first view, then goes out with what is there. */
const FIRST_VIEW: HoldingsWait = { holdingsMs: 1500, documentsMs: 600 };
/** Left of a page's deadline for writing it. */
const PAGE_MARGIN_MS = 750;
/** The stream may take longer than a call: public nodes are paced. */
const STREAM_MS = 180_000;

/**
 * The first view of an account, or of the wallet that a `.sol` name leads to.
 * @param whole waits for all of it, for readers without script
 * @param units what is still to be paid for it
 */
export function firstHoldings(
  addressOrName: string,
  chainId: number,
  {
    whole,
    streamFollows,
    units = HOLDINGS_UNITS,
  }: { whole: boolean; streamFollows: boolean; units?: number },
): Promise<PageResult<FirstHoldings>> {
  return lookUp(units, async ({ ports }, signal, deadlineAt) => {
    const leftMs = deadlineAt - Date.now();
    const wait = whole ? { holdingsMs: leftMs, documentsMs: leftMs - PAGE_MARGIN_MS } : FIRST_VIEW;
    const first = await getFirstHoldings(ports, addressOrName, chainId, { wait, streamFollows, signal });
    if (whole && first.holdings === undefined) throw outOfTime(first.progress);
    return first;
  });
}

/** An item of an account; undefined when the account does not hold it. */
export function itemOfAccount(
  addressOrName: string,
  itemAddress: string,
  chainId: number,
): Promise<PageResult<Item | undefined>> {
  return lookUp(ITEM_PAGE_UNITS, ({ ports }, signal, _deadlineAt, charge) =>
    getItem(ports, addressOrName, itemAddress, chainId, {
      beforeReading: () => charge(HOLDINGS_UNITS - ITEM_PAGE_UNITS),
      signal,
    }),
  );
}

/** The stream that brings what an account's page came without. */
export async function* holdingsStream(
  service: Service,
  addressOrName: string,
  chainId: number,
  { visitor, gone }: { visitor: string; gone: AbortSignal },
): AsyncGenerator<HoldingsLine, void, undefined> {
  const { signal, clear } = linkedSignal(gone, { timeoutMs: STREAM_MS });
  try {
    const events = paidFor(watchHoldings(service.ports, addressOrName, chainId, signal), (units) =>
      service.visitorLimiter.owe(visitor, units),
    );
    yield* holdingsLines(events, {
      imagePath,
      failureOf: (thrown) => (gone.aborted ? undefined : pageFailure(service, thrown)),
    });
  } finally {
    clear();
  }
}

/** The same events; what the holdings turned out to cost beyond their price is owed when it is known. */
async function* paidFor(
  events: AsyncIterable<HoldingsEvent>,
  owe: (units: number) => void,
): AsyncGenerator<HoldingsEvent, void, undefined> {
  for await (const event of events) {
    if (event.type === 'holdings')
      owe(holdingsUnitsBeyond(event.holdings.nfts.length + event.holdings.tokens.length));
    yield event;
  }
}
