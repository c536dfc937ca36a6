import { ByteBudget } from '@/lib/promises/byte-budget';
import type { Gateways } from '@/lib/solana/documents/document-uri';
import type { ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import {
  type FilledItem,
  type FilledItems,
  type HoldingsEvent,
  withDocuments,
} from '@/lib/solana/holdings-events';
import type { ViewportPriority } from '@/lib/solana/viewport-priority';
import type { Warning } from '@/lib/solana/warnings';
import type { OnChainHoldings } from '@/lib/sources/solana/listing';
import { DocumentMemory } from './document-memory';
import type { Documents } from './documents';
import { type DocumentOutcomes, fetchDocuments } from './fetch-documents';
import type { DocumentOutcome } from './read-document';
import { imageChooser, type Settled, settled } from './settled-document';

type FillOptions = {
  signal: AbortSignal;
  /**
   * Longest wait, in ms. Documents that arrive later are omitted, but cached for the next call. Undefined means no
   * limit.
   */
  budgetMs: number | undefined;
  /** Set for dashboard pages: documents of visible items are fetched first, and only their images are kept. */
  viewport?: ViewportPriority | undefined;
};

/** Fetches the documents of holdings. Yields the events from the first `progress` to `done`. */
export type DocumentFiller = (
  onChain: OnChainHoldings,
  options: FillOptions,
) => AsyncGenerator<HoldingsEvent, void, undefined>;

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
  return async function* fill(onChain, { signal, budgetMs, viewport }) {
    const room = new DocumentMemory(memory);
    const imageOf = imageChooser(gateways, mayBeHttp);
    // Pages keep only the images, so only images are charged to the memory budget.
    const settle = (outcome: DocumentOutcome) =>
      viewport
        ? room.admitImage(settled(outcome, imageOf, false))
        : settled(room.admit(outcome), imageOf, true);
    /** Returns the URIs whose documents are not cached. Puts the outcomes of the others into `outcomes`. */
    const missingOf = (uris: ReadonlySet<string>, outcomes: DocumentOutcomes) => {
      const missing: string[] = [];
      for (const uri of uris) {
        const known = documents.known(uri);
        if (known === undefined) missing.push(uri);
        else outcomes.set(uri, settle(known));
      }
      return missing;
    };
    try {
      const open = new OpenItems(onChain, viewport !== undefined);
      const outcomes: DocumentOutcomes = new Map();
      const { uris } = open;
      // For a page, cached documents are also reported as events.
      const missing = viewport ? [...uris] : missingOf(uris, outcomes);
      const progress = () =>
        ({ type: 'progress', step: 'documents', done: outcomes.size, total: uris.size }) as const;
      let { holdings } = onChain;
      const added = async function* (items: FilledItems): AsyncGenerator<HoldingsEvent, void, undefined> {
        if (items.nfts.length === 0 && items.tokens.length === 0) return;
        holdings = withDocuments(holdings, items);
        yield { type: 'documents', ...items };
      };

      yield progress();
      const uriOf = viewport && open.urisByAddress();
      const followView =
        viewport &&
        ((prioritize: (uris: readonly string[]) => void) =>
          viewport.subscribe((addresses) =>
            prioritize(addresses.flatMap((address) => uriOf?.get(address) ?? [])),
          ));
      const options = { signal, budgetMs, total: uris.size, settle, followView };
      for await (const _ of fetchDocuments(documents, missing, outcomes, options)) {
        yield progress();
        yield* added(open.settle(outcomes, (uri) => outcomes.has(uri)));
      }
      if (missing.length > 0) yield progress();
      yield* added(open.settle(outcomes, () => true));
      const isLate = outcomes.size < uris.size;
      yield {
        type: 'done',
        documentBytes: room.bytes,
        holdings: isLate ? { ...holdings, warnings: [...holdings.warnings, 'documents-late'] } : holdings,
      };
    } finally {
      room.release();
    }
  };
}

/** An item that has not been reported yet, and the URI of its document ("" if it has none). */
type OpenItem<Item> = { index: number; item: Item; uri: string };

/** Items whose documents are pending. */
class OpenItems {
  private nfts: OpenItem<ExtendedNft>[] = [];
  private tokens: OpenItem<ExtendedToken>[] = [];
  /** The document URIs of all items. */
  readonly uris = new Set<string>();

  /**
   * @param imagesOnly skip the documents of NFTs that already have an image
   */
  constructor({ holdings, tokenUris }: OnChainHoldings, imagesOnly: boolean) {
    this.add(this.tokens, holdings.tokens, ({ address }) => tokenUris.get(address) ?? '');
    this.add(this.nfts, holdings.nfts, ({ image, metadata }) =>
      imagesOnly && image !== '' ? '' : metadata.data.uri,
    );
  }

  private add<Item>(list: OpenItem<Item>[], items: readonly Item[], uriOf: (item: Item) => string) {
    for (const item of items) {
      const uri = uriOf(item);
      list.push({ index: list.length, item, uri });
      if (uri !== '') this.uris.add(uri);
    }
  }

  /** Returns the URI of each item's document, by the item's address. */
  urisByAddress(): ReadonlyMap<string, string> {
    const all = [...this.tokens, ...this.nfts].filter(({ uri }) => uri !== '');
    return new Map(all.map(({ item, uri }) => [item.address, uri]));
  }

  /**
   * Removes the items whose documents are settled, and returns them completed. Items without a URI are always settled.
   */
  settle(outcomes: DocumentOutcomes, isSettled: (uri: string) => boolean): FilledItems {
    const settled = (uri: string) => uri === '' || isSettled(uri);
    const nfts = takeOut(this.nfts, settled, ({ item, uri }) => this.fillNft(item, uri, outcomes));
    const tokens = takeOut(this.tokens, settled, ({ item, uri }) => this.fillToken(item, uri, outcomes));
    this.nfts = nfts.left;
    this.tokens = tokens.left;
    return { nfts: nfts.filled, tokens: tokens.filled };
  }

  private fillNft(nft: ExtendedNft, uri: string, outcomes: DocumentOutcomes): ExtendedNft {
    const outcome = outcomes.get(uri);
    const { data } = nft.metadata;
    const uriData = outcome?.uriData;
    return {
      ...nft,
      image: outcome?.image || nft.image,
      metadata: uriData === undefined ? nft.metadata : { ...nft.metadata, data: { ...data, uriData } },
      warnings: warningsOf(nft.warnings, uri, outcome),
    };
  }

  private fillToken(token: ExtendedToken, uri: string, outcomes: DocumentOutcomes): ExtendedToken {
    const outcome = outcomes.get(uri);
    return {
      ...token,
      image: outcome?.image || token.image,
      warnings: warningsOf(token.warnings, uri, outcome),
    };
  }
}

/** Fills the items whose documents are settled. Returns the filled items, and those that are still pending. */
function takeOut<Item>(
  items: readonly OpenItem<Item>[],
  isSettled: (uri: string) => boolean,
  fill: (open: OpenItem<Item>) => Item,
): { filled: FilledItem<Item>[]; left: OpenItem<Item>[] } {
  const filled: FilledItem<Item>[] = [];
  const left: OpenItem<Item>[] = [];
  for (const open of items)
    if (isSettled(open.uri)) filled.push({ index: open.index, item: fill(open) });
    else left.push(open);
  return { filled, left };
}

function warningsOf(warnings: string[], uri: string, outcome: Settled | undefined): string[] {
  if (uri === '' || (outcome !== undefined && outcome.fault === undefined)) return warnings;
  const more: Warning = outcome?.fault ?? 'document-late';
  return [...warnings, more];
}
