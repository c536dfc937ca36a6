import { ByteBudget } from '@/lib/promises/byte-budget';
import type { Gateways } from '@/lib/solana/documents/document-uri';
import type { ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import type { TokenUris } from '@/lib/solana/holdings-events';
import type { Warning } from '@/lib/solana/warnings';
import { DocumentMemory } from './document-memory';
import type { Documents } from './documents';
import { type DocumentOutcomes, fetchDocuments } from './fetch-documents';
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
