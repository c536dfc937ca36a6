import { ByteBudget } from '@/lib/promises/byte-budget';
import { abortable, linkedSignal } from '@/lib/promises/request-scope';
import type { Gateways } from '@/lib/solana/documents/document-uri';
import type { ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import { outOfTime, type TokenUris } from '@/lib/solana/holdings-events';
import type { Warning } from '@/lib/solana/warnings';
import type { Documents } from './documents';
import type { DocumentOutcome } from './read-document';
import { imageChooser, type Settled, settled } from './settled-document';

type FillOptions = {
  signal: AbortSignal;
  /** Longest wait, in ms. Documents that arrive later are omitted, but cached for the next call. */
  budgetMs: number;
};

/** Items without their documents. */
export type Undocumented = {
  nfts: readonly ExtendedNft[];
  tokens: readonly ExtendedToken[];
  tokenUris: TokenUris;
};

/** Items with `uriData` and `image` from their documents. */
type Documented = {
  nfts: ExtendedNft[];
  tokens: ExtendedToken[];
  /** Whether every document has arrived or failed. */
  isComplete: boolean;
};

/**
 * Adds the documents of items.
 * @throws UpstreamUnavailableError `deadline-exceeded` when the signal is aborted
 */
export type DocumentFiller = (items: Undocumented, options: FillOptions) => Promise<Documented>;

/**
 * Creates a filler that adds `uriData` and `image` from off-chain documents. Each URI is fetched once, however many
 * items share it.
 * @param mayBeHttp hosts (`host:port`) whose images may use http, for development
 * @param memory memory budget shared by all calls in flight
 */
export function documentFiller(
  documents: Documents,
  gateways: Gateways,
  mayBeHttp: (host: string) => boolean = () => false,
  memory = new ByteBudget(Number.POSITIVE_INFINITY),
): DocumentFiller {
  const imageOf = imageChooser(gateways, mayBeHttp);
  return async ({ nfts, tokens, tokenUris }, { signal, budgetMs }) => {
    const room = new DocumentMemory(memory);
    const uriOf = ({ address }: ExtendedToken) => tokenUris.get(address) ?? '';
    const uris = new Set([...tokens.map(uriOf), ...nfts.map(({ metadata }) => metadata.data.uri)]);
    uris.delete('');
    try {
      const outcomes = await fetchDocuments(documents, uris, {
        signal,
        budgetMs,
        settle: (outcome) => settled(room.admit(outcome), imageOf),
      });
      return {
        nfts: nfts.map((nft) => filledNft(nft, outcomes)),
        tokens: tokens.map((token) => filled(token, uriOf(token), outcomes)),
        isComplete: outcomes.size === uris.size,
      };
    } finally {
      room.release();
    }
  };
}

function filledNft(nft: ExtendedNft, outcomes: DocumentOutcomes): ExtendedNft {
  const { metadata } = nft;
  const { data } = metadata;
  const uriData = outcomes.get(data.uri)?.uriData;
  return {
    ...filled(nft, data.uri, outcomes),
    metadata: uriData === undefined ? metadata : { ...metadata, data: { ...data, uriData } },
  };
}

function filled<I extends ExtendedNft | ExtendedToken>(item: I, uri: string, outcomes: DocumentOutcomes): I {
  if (uri === '') return item;
  const outcome = outcomes.get(uri);
  const fault: Warning | undefined = outcome === undefined ? 'document-late' : outcome.fault;
  return {
    ...item,
    image: outcome?.image || item.image,
    warnings: fault === undefined ? item.warnings : [...item.warnings, fault],
  };
}

/** Maximum memory of all documents of one call, in bytes (contract §2). */
const MAX_BYTES = 128 * 1024 * 1024;

const TOO_LARGE: DocumentOutcome = { kind: 'failed', reason: 'document-too-large' };

/** Reserves memory for the documents of one call, in the budget shared by all calls. */
class DocumentMemory {
  private held = 0;

  constructor(private readonly budget: ByteBudget) {}

  /** Reserves memory for a document. If there is not enough memory, returns the failure `document-too-large`. */
  admit(outcome: DocumentOutcome): DocumentOutcome {
    if (outcome.kind !== 'object') return outcome;
    return this.take(outcome.parsedBytes) ? outcome : TOO_LARGE;
  }

  /** Releases all the memory. */
  release(): void {
    this.budget.give(this.held);
    this.held = 0;
  }

  private take(bytes: number): boolean {
    if (this.held + bytes > MAX_BYTES || !this.budget.tryTake(bytes)) return false;
    this.held += bytes;
    return true;
  }
}

/** Outcomes of the documents that have arrived, by URI. */
type DocumentOutcomes = Map<string, Settled>;

/** Maximum number of documents of one call that are being read, in total and per host. */
const MAX_READS = 2_048;
/** Higher than the guarded fetch's own limit per host, so that only that limit applies. */
const MAX_READS_PER_HOST = 96;

type FetchOptions = {
  signal: AbortSignal;
  /** Longest wait, in ms. Reads in progress then continue in the background. */
  budgetMs: number;
  /** Reduces an outcome to the parts that are kept. */
  settle: (outcome: DocumentOutcome) => Settled;
};

/**
 * Reads documents, several hosts at a time. Omits those that do not arrive within `budgetMs`.
 * @throws UpstreamUnavailableError `deadline-exceeded` when the signal is aborted, which also aborts all reads
 */
async function fetchDocuments(
  documents: Documents,
  uris: ReadonlySet<string>,
  { signal, budgetMs, settle }: FetchOptions,
): Promise<DocumentOutcomes> {
  const outcomes: DocumentOutcomes = new Map();
  /** URIs to read, by host. */
  const missing = new Map<string, string[]>();
  for (const uri of uris) {
    const known = documents.known(uri);
    if (known !== undefined) outcomes.set(uri, settle(known));
    else {
      const host = documents.hostOf(uri);
      const ofHost = missing.get(host) ?? [];
      missing.set(host, ofHost);
      ofHost.push(uri);
    }
  }
  if (missing.size === 0) return outcomes;

  const reads = new Set<{ leave: (keep: boolean) => void }>();
  const budget = linkedSignal(signal, { timeoutMs: Math.max(budgetMs, 0) });
  let isOver = budget.signal.aborted;
  const readNext = async (uri: string) => {
    const read = documents.read(uri);
    reads.add(read);
    const outcome = await read.outcome;
    if (isOver) return;
    reads.delete(read);
    outcomes.set(uri, settle(outcome));
  };
  const perHost = Math.max(1, Math.min(MAX_READS_PER_HOST, Math.floor(MAX_READS / missing.size)));
  // Each lane reads one document at a time; the lanes of a host share an iterator over its URIs.
  const lanes = [...missing.values()].flatMap((ofHost) =>
    Array(Math.min(perHost, ofHost.length)).fill(ofHost.values()),
  );
  const nextLanes = lanes.values();
  const work = async () => {
    for (const lane of nextLanes)
      for (const uri of lane) {
        if (isOver) return;
        await readNext(uri);
      }
  };
  try {
    await abortable(
      Promise.all(Array.from({ length: Math.min(MAX_READS, lanes.length) }, work)),
      budget.signal,
    );
  } catch (thrown) {
    if (signal.aborted)
      throw outOfTime({ step: 'documents', done: outcomes.size, total: uris.size }, signal.reason);
    if (!budget.signal.aborted) throw thrown;
  } finally {
    isOver = true;
    budget.clear();
    for (const read of reads) read.leave(!signal.aborted);
  }
  return outcomes;
}
