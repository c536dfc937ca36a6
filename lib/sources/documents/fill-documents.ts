import { ByteBudget } from '@/lib/promises/byte-budget';
import { abortable, linkedSignal } from '@/lib/promises/request-scope';
import type { ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import { outOfTime, type TokenUris } from '@/lib/solana/holdings-events';
import type { Warning } from '@/lib/solana/warnings';
import type { Documents } from './documents';
import { failedDocument, type OffChainDocument } from './read-document';

type FillOptions = {
  signal: AbortSignal;
  /** Longest wait, in ms. Documents that arrive later are omitted, but cached for the next call: reads continue. */
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

/** Maximum memory of all documents of one call, in bytes (contract §2). */
const MAX_BYTES = 128 * 1024 * 1024;
const TOO_LARGE = failedDocument('document-too-large');

/**
 * Creates a filler that adds `uriData` and `image` from off-chain documents. Each URI is fetched once, however many
 * items share it.
 * @param memory memory budget shared by all calls in flight
 */
export function documentFiller(
  documents: Documents,
  memory = new ByteBudget(Number.POSITIVE_INFINITY),
): DocumentFiller {
  return async ({ nfts, tokens, tokenUris }, options) => {
    const uriOf = ({ address }: ExtendedToken) => tokenUris.get(address) ?? '';
    const uris = new Set([...tokens.map(uriOf), ...nfts.map(({ metadata }) => metadata.data.uri)]);
    uris.delete('');
    let held = 0;
    const admit = (document: OffChainDocument): OffChainDocument => {
      const { bytes } = document;
      if (bytes === 0) return document;
      if (held + bytes > MAX_BYTES || !memory.tryTake(bytes)) return TOO_LARGE;
      held += bytes;
      return document;
    };
    try {
      const read = await readDocuments(documents, uris, options, admit);
      return {
        nfts: nfts.map((nft) => filledNft(nft, read)),
        tokens: tokens.map((token) => filled(token, uriOf(token), read)),
        isComplete: read.size === uris.size,
      };
    } finally {
      memory.give(held);
    }
  };
}

/** The documents that have arrived, by URI. */
type ReadDocuments = Map<string, OffChainDocument>;

function filledNft(nft: ExtendedNft, read: ReadDocuments): ExtendedNft {
  const { metadata } = nft;
  const { data } = metadata;
  const uriData = read.get(data.uri)?.uriData;
  return {
    ...filled(nft, data.uri, read),
    metadata: uriData === undefined ? metadata : { ...metadata, data: { ...data, uriData } },
  };
}

function filled<I extends ExtendedNft | ExtendedToken>(item: I, uri: string, read: ReadDocuments): I {
  if (uri === '') return item;
  const document = read.get(uri);
  const fault: Warning | undefined = document === undefined ? 'document-late' : document.fault;
  return {
    ...item,
    image: document?.image || item.image,
    warnings: fault === undefined ? item.warnings : [...item.warnings, fault],
  };
}

/** Maximum number of documents of one call that are being read, in total and per host. */
const MAX_READS = 2_048;
/** Higher than the guarded fetch's own limit per host, so that only that limit applies. */
const MAX_READS_PER_HOST = 96;

/**
 * Reads documents, several hosts at a time. Omits those that do not arrive within `budgetMs`.
 * @param admit called with each document; returns the document to keep
 * @throws UpstreamUnavailableError `deadline-exceeded` when the signal is aborted, which also aborts all reads
 */
async function readDocuments(
  documents: Documents,
  uris: ReadonlySet<string>,
  { signal, budgetMs }: FillOptions,
  admit: (document: OffChainDocument) => OffChainDocument,
): Promise<ReadDocuments> {
  const arrived: ReadDocuments = new Map();
  /** URIs to read, by host. */
  const missing = new Map<string, string[]>();
  for (const uri of uris) {
    const known = documents.known(uri);
    if (known !== undefined) arrived.set(uri, admit(known));
    else {
      const host = documents.hostOf(uri);
      const ofHost = missing.get(host) ?? [];
      missing.set(host, ofHost);
      ofHost.push(uri);
    }
  }
  if (missing.size === 0) return arrived;

  const reads = new Set<{ leave: (keep: boolean) => void }>();
  const budget = linkedSignal(signal, { timeoutMs: Math.max(budgetMs, 0) });
  let isOver = budget.signal.aborted;
  const readNext = async (uri: string) => {
    const read = documents.read(uri);
    reads.add(read);
    const document = await read.document;
    if (isOver) return;
    reads.delete(read);
    arrived.set(uri, admit(document));
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
      throw outOfTime({ step: 'documents', done: arrived.size, total: uris.size }, signal.reason);
    if (!budget.signal.aborted) throw thrown;
  } finally {
    isOver = true;
    budget.clear();
    for (const read of reads) read.leave(!signal.aborted);
  }
  return arrived;
}
