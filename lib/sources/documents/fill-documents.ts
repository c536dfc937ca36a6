import { ByteBudget } from '@/lib/promises/byte-budget';
import type { Gateways } from '@/lib/solana/documents/document-uri';
import type { ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import type { TokenUris } from '@/lib/solana/holdings-events';
import type { Warning } from '@/lib/solana/warnings';
import type { Documents } from './documents';
import { type DocumentOutcomes, fetchDocuments } from './fetch-documents';
import type { DocumentOutcome } from './read-document';
import { imageChooser, settled } from './settled-document';

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
