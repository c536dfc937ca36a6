import 'server-only';
import type { HoldingsLine } from '@/lib/dashboard/account/holdings-state';
import { childScope, type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import { imagePath } from '@/lib/server/images/image-path';
import type { Service } from '@/lib/server/service';
import { type FirstHoldings, getFirstHoldings } from '@/lib/services/holdings/get-first-holdings';
import { getItem } from '@/lib/services/holdings/get-item';
import type { HoldingsWait } from '@/lib/services/holdings/holdings-wait';
import { resolveOwner } from '@/lib/services/holdings/resolve-owner';
import { watchHoldings } from '@/lib/services/holdings/watch-holdings';
import {
  ACCOUNT_KIND_UNITS,
  HOLDINGS_UNITS,
  holdingsUnitsBeyond,
  ITEM_PAGE_UNITS,
} from '@/lib/services/prices';
import type { AccountReading } from '@/lib/solana/account-kind/account-reading';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { Item } from '@/lib/solana/assemble-holdings';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import { type HoldingsEvent, outOfTime } from '@/lib/solana/holdings-events';
import { firstInView } from './first-in-view';
import { holdingsLines } from './holdings-lines';
import { FIRST_VIEW, IMAGE_VIEW, KIND_GRACE_MS, PAGE_MARGIN_MS } from './page-waits';
import { lookUp, type PageResult, pageFailure } from './visit';

/** What the pages of accounts and their items show: the services, under a visitor's limits and a page's deadlines. */

/** The stream may take longer than a call: public nodes are paced. */
const LISTING_MS = 180_000;
/** Documents come as long as the page is open; this is against pages that nobody closes. */
const STREAM_MS = 30 * 60_000;

/** The first view of an account, or of the wallet that a `.sol` name leads to, for a share image that is paid for. */
export function paidFirstHoldings(
  addressOrName: string,
  chainId: number,
): Promise<PageResult<FirstHoldings>> {
  return lookUp(0, ({ ports }, scope) =>
    getFirstHoldings(ports, addressOrName, chainId, { wait: IMAGE_VIEW, streamFollows: false, scope }),
  );
}

/** What an account's page shows. */
export type AccountPage = {
  holdings: PageResult<FirstHoldings>;
  /** What the address leads to; undefined when that could not be told in time. */
  reading: AccountReading | undefined;
};

/**
 * The first view of an account, or of the wallet that a `.sol` name leads to, and what kind of account it is: read at
 * the same time. A kind that is late or cannot be read costs the page nothing else.
 * @param query the view that is asked for, as `writeAccountView` writes it: its first items come first
 * @param whole whether all of the account is waited for
 */
export function accountPage(
  addressOrName: string,
  chainId: number,
  query: string,
  whole: boolean,
): Promise<PageResult<AccountPage>> {
  return lookUp(HOLDINGS_UNITS + ACCOUNT_KIND_UNITS, async (service, scope) => {
    const { ports } = service;
    const address = await resolveOwner(ports, addressOrName, chainId, scope);
    const kindWork = childScope(scope);
    const reading = ports.solana
      .readAccountKind(chainId, address, kindWork.scope)
      .catch((thrown: unknown) => {
        // Logged where it is a fault of ours.
        pageFailure(service, thrown);
        return undefined;
      });
    const leftMs = scope.deadlineAt - performance.now() - PAGE_MARGIN_MS;
    const wait = whole ? { holdingsMs: leftMs + PAGE_MARGIN_MS, documentsMs: leftMs } : FIRST_VIEW;
    const inViewOf = firstInView(query);
    const holdings = await firstView(service, address, chainId, { inViewOf, wait, scope, whole });
    const timer = setTimeout(
      kindWork.abort,
      whole ? scope.deadlineAt - performance.now() - PAGE_MARGIN_MS : KIND_GRACE_MS,
    );
    try {
      return { holdings, reading: await reading };
    } finally {
      clearTimeout(timer);
      kindWork.clear();
    }
  });
}

async function firstView(
  service: Service,
  address: SolanaAddress,
  chainId: number,
  {
    inViewOf,
    wait,
    scope,
    whole,
  }: {
    inViewOf: (holdings: ExtendedHoldings) => string[];
    wait: HoldingsWait;
    scope: RequestScope;
    whole: boolean;
  },
): Promise<PageResult<FirstHoldings>> {
  try {
    const options = { wait, streamFollows: true, inViewOf, scope };
    const value = await getFirstHoldings(service.ports, address, chainId, options);
    if (whole && value.holdings === undefined) throw outOfTime(value.progress);
    return { ok: true, value };
  } catch (thrown) {
    return pageFailure(service, thrown);
  }
}

/** An item of an account; undefined when the account does not hold it. */
export function itemOfAccount(
  addressOrName: string,
  itemAddress: string,
  chainId: number,
): Promise<PageResult<Item | undefined>> {
  return lookUp(ITEM_PAGE_UNITS, ({ ports }, scope, charge) =>
    getItem(ports, addressOrName, itemAddress, chainId, {
      beforeReading: () => charge(HOLDINGS_UNITS - ITEM_PAGE_UNITS),
      scope,
    }),
  );
}

/** An item of an account, for a share image that is paid for. */
export function paidItemOfAccount(
  addressOrName: string,
  itemAddress: string,
  chainId: number,
): Promise<PageResult<Item | undefined>> {
  return lookUp(0, ({ ports }, scope) =>
    getItem(ports, addressOrName, itemAddress, chainId, {
      beforeReading: async () => undefined,
      scope,
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
  const { scope, abort, clear } = childScope(scopeOf(gone), { timeoutMs: STREAM_MS });
  const listing = setTimeout(
    abort,
    LISTING_MS,
    new DOMException('The listing took too long', 'TimeoutError'),
  );
  try {
    const events = paidFor(watchHoldings(service.ports, addressOrName, chainId, scope), (units) => {
      clearTimeout(listing);
      service.visitorLimiter.owe(visitor, units);
    });
    yield* holdingsLines(events, {
      imagePath,
      failureOf: (thrown) => {
        if (gone.aborted) return undefined;
        const trouble = service.ports.solana.trouble(chainId);
        return { ...pageFailure(service, thrown), ...(trouble === undefined ? {} : { trouble }) };
      },
    });
  } finally {
    clearTimeout(listing);
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
