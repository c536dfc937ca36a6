import 'server-only';
import { linkedSignal } from '@/lib/promises/linked-signal';
import type { Service } from '@/lib/server/service';
import { type FirstHoldings, getFirstHoldings } from '@/lib/services/get-first-holdings';
import { getItem } from '@/lib/services/get-item';
import type { HoldingsWait } from '@/lib/services/holdings-read';
import { HOLDINGS_UNITS, ITEM_PAGE_UNITS } from '@/lib/services/prices';
import { resolveOwner } from '@/lib/services/resolve-owner';
import type { Item } from '@/lib/solana/assemble-holdings';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import { type HoldingsEvent, type HoldingsProgress, outOfTime } from '@/lib/solana/holdings-events';
import { lookUp, type PageResult, pageFailure } from './visit';

/** A line of an account's stream, before it is made fit for the page. */
export type HoldingsStep =
  | { kind: 'progress'; progress: HoldingsProgress }
  | { kind: 'listing'; address: string; holdings: ExtendedHoldings }
  | { kind: 'documents'; holdings: ExtendedHoldings; late: boolean }
  | { kind: 'failed'; part: 'listing' | 'documents'; reason: string; message: string; retry: boolean };

/** A page waits this long for its first view, then goes out with what is there. */
const FIRST_VIEW: HoldingsWait = { holdingsMs: 1500, documentsMs: 600 };
/** How much of the stream's first round the documents may take, over the margin that the source leaves for writing. */
const FIRST_DOCUMENTS_MS = 1350;
/** Left of a page's deadline for writing it. */
const PAGE_MARGIN_MS = 750;
/** The stream may take longer than a call: public nodes are paced. */
const STREAM_MS = 180_000;

const isLate = (holdings: ExtendedHoldings) => holdings.warnings.includes('documents-late');

/**
 * The first view of an account, or of the wallet that a `.sol` name leads to.
 * @param whole waits for all of it, for readers without script
 */
export function firstHoldings(
  addressOrName: string,
  chainId: number,
  { whole, streamFollows }: { whole: boolean; streamFollows: boolean },
): Promise<PageResult<FirstHoldings>> {
  return lookUp(HOLDINGS_UNITS, async ({ ports }, signal, deadlineAt) => {
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
  return lookUp(ITEM_PAGE_UNITS, ({ ports }, signal) =>
    getItem(ports, addressOrName, itemAddress, chainId, signal),
  );
}

/** Reads an account step by step: how far it has come, the listing, then the listing with its documents. */
export async function* holdingsSteps(
  service: Service,
  addressOrName: string,
  chainId: number,
  gone: AbortSignal,
): AsyncGenerator<HoldingsStep, void, undefined> {
  const { solana } = service.ports;
  const { signal, clear } = linkedSignal(gone, { timeoutMs: STREAM_MS });
  const read = async function* (address: string, documentsMs?: number) {
    let last: HoldingsEvent | undefined;
    for await (const event of solana.watchHoldings(chainId, address, {
      parseMetadataUri: documentsMs !== undefined,
      tolerateDasFailure: true,
      signal,
      ...(documentsMs === undefined || documentsMs === 0 ? {} : { deadlineAt: Date.now() + documentsMs }),
    })) {
      if (event.type === 'progress') {
        const { step, done, total } = event;
        yield { kind: 'progress', progress: { step, done, total } } as const;
      }
      last = event;
    }
    if (last?.type !== 'done') throw new Error('The read of holdings ended without a result');
    return last.holdings;
  };
  let part: 'listing' | 'documents' = 'listing';
  try {
    const address = await resolveOwner({ solana }, addressOrName, chainId, signal);
    yield { kind: 'listing', address, holdings: yield* read(address) };
    part = 'documents';
    // What is quick is shown first; the second round waits for the rest, its listing still in memory.
    let holdings = yield* read(address, FIRST_DOCUMENTS_MS);
    if (isLate(holdings)) {
      yield { kind: 'documents', holdings, late: false };
      holdings = yield* read(address, 0);
    }
    yield { kind: 'documents', holdings, late: isLate(holdings) };
  } catch (thrown) {
    if (gone.aborted) return;
    const { reason, message, retry } = pageFailure(service, thrown);
    yield { kind: 'failed', part, reason, message, retry };
  } finally {
    clear();
  }
}
