import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { InvalidInputError } from '@/lib/errors';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { HOLDINGS_UNITS } from '@/lib/services/prices';
import { SolanaAddress } from '@/lib/solana/address';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { HoldingsEvent, HoldingsProgress } from '@/lib/solana/holdings-events';
import { lookUp, type PageResult, pageFailure } from './page-visit';
import type { Service } from './service';

/** What a page can show of an account at once. */
export type FirstHoldings = {
  address: string;
  /** Undefined while the chain is still being read: the stream brings it. */
  holdings: ExtendedHoldings | undefined;
  /** Nothing is missing, pictures included. */
  complete: boolean;
};

/** A line of an account's stream, before it is made fit for the page. */
export type HoldingsStep =
  | { kind: 'progress'; progress: HoldingsProgress }
  | { kind: 'listing'; address: string; holdings: ExtendedHoldings }
  | { kind: 'documents'; holdings: ExtendedHoldings; late: boolean }
  | { kind: 'failed'; part: 'listing' | 'documents'; reason: string; message: string; retry: boolean };

/** A page waits this long for its first view, then goes out with what is there. */
const FIRST_VIEW_MS = 1500;
/** How much of it the documents may take, over the margin that the source leaves for writing. */
const FIRST_DOCUMENTS_MS = 1350;
/** The stream may take longer than a call: public nodes are paced. */
const STREAM_MS = 180_000;

/**
 * Listings that pages showed of late, for the pages of their items: nobody's wallet of 10,000 is read again for a
 * single picture. Some 60 MB at most.
 */
const recent = new LRUCache<string, ExtendedHoldings>({
  maxSize: 60_000,
  sizeCalculation: ({ nfts, tokens }) => nfts.length + tokens.length + 1,
  ttl: 120_000,
});

const isLate = (holdings: ExtendedHoldings) => holdings.warnings.includes('documents-late');

/** The first view of an account, or of the wallet that a `.sol` name leads to. */
export function firstHoldings(
  addressOrName: string,
  chainId: number,
  { whole = false } = {},
): Promise<PageResult<FirstHoldings>> {
  return lookUp(HOLDINGS_UNITS, async ({ ports: { solana }, log }, signal, deadlineAt) => {
    const address = await addressOf(solana, addressOrName, chainId, signal);
    let listing: ExtendedHoldings | undefined;
    const events = solana.watchHoldings(chainId, address, {
      parseMetadataUri: true,
      tolerateDasFailure: true,
      signal,
      deadlineAt: whole ? deadlineAt : Date.now() + FIRST_DOCUMENTS_MS,
    });
    const reading = (async () => {
      for await (const event of events) {
        if (event.type === 'holdings') listing = event.holdings;
        if (event.type === 'done') return event.holdings;
      }
      return undefined;
    })();
    const first = whole ? await reading : await Promise.race([reading, sleep(FIRST_VIEW_MS)]);
    // What failed after the page went out is told by the stream.
    reading.then(
      (holdings) => holdings && recent.set(`${chainId}:${address}`, holdings),
      (error: unknown) => log.debug({ err: error }, 'a first view was not read to its end'),
    );
    return {
      address,
      holdings: first ?? listing,
      complete: first !== undefined && !isLate(first),
    };
  });
}

/** An account's listing as a page lately showed it, else read now; for the page of one of its items. */
export function holdingsForItem(
  addressOrName: string,
  chainId: number,
): Promise<PageResult<{ address: string; holdings: ExtendedHoldings }>> {
  return lookUp(1, async ({ ports: { solana } }, signal, deadlineAt) => {
    const address = await addressOf(solana, addressOrName, chainId, signal);
    const known = recent.get(`${chainId}:${address}`);
    if (known !== undefined) return { address, holdings: known };
    const holdings = await solana.getHoldings(chainId, address, {
      parseMetadataUri: true,
      tolerateDasFailure: true,
      signal,
      deadlineAt,
    });
    recent.set(`${chainId}:${address}`, holdings);
    return { address, holdings };
  });
}

type Solana = Service['ports']['solana'];

async function addressOf(
  solana: Solana,
  addressOrName: string,
  chainId: number,
  signal: AbortSignal,
): Promise<string> {
  if (addressOrName.toLowerCase().endsWith('.sol')) {
    const address = await solana.resolveName(chainId, addressOrName, signal);
    if (address !== null) return address;
    throw new InvalidInputError('name-not-found', `${addressOrName} is not registered on this chain`);
  }
  const read = SolanaAddress.safeParse(addressOrName);
  if (read.success) return read.data;
  throw new InvalidInputError('invalid-address', read.error.issues[0]?.message ?? 'Not a Solana address');
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
    const address = await addressOf(solana, addressOrName, chainId, signal);
    yield { kind: 'listing', address, holdings: yield* read(address) };
    part = 'documents';
    // What is quick is shown first; the second round waits for the rest, its listing still in memory.
    let holdings = yield* read(address, FIRST_DOCUMENTS_MS);
    if (isLate(holdings)) {
      yield { kind: 'documents', holdings, late: false };
      holdings = yield* read(address, 0);
    }
    recent.set(`${chainId}:${address}`, holdings);
    yield { kind: 'documents', holdings, late: isLate(holdings) };
  } catch (thrown) {
    if (gone.aborted) return;
    const { reason, message, retry } = pageFailure(service, thrown);
    yield { kind: 'failed', part, reason, message, retry };
  } finally {
    clear();
  }
}
