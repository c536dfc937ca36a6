import { forEachYielding } from '@/lib/promises/for-each-yielding';
import { type Gateways, picturesOf, resolvePicture } from '@/lib/solana/document-uri';
import type { ExtendedHoldings, ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import type { Warning } from '@/lib/solana/warnings';
import type { DocumentOutcome, Documents } from './documents';
import { type Listing, outOfTime } from './solana-rpc';

type FillOptions = {
  signal: AbortSignal;
  /** Longest to wait; what has not arrived then is left out, and arrives from the cache on the next call. */
  budgetMs: number;
  onProgress?: (done: number, total: number) => void;
};

/** A listing with its off-chain documents: `uriData` and `image` filled. The listing given is not changed. */
export type DocumentFiller = (listing: Listing, options: FillOptions) => Promise<ExtendedHoldings>;

type Outcomes = ReadonlyMap<string, DocumentOutcome>;

/**
 * Fetches the documents of a listing, each URI once however many items share it.
 * @param mayBeHttp hosts (`host:port`) whose pictures may stay http: the development exemption
 */
export function documentFiller(
  documents: Documents,
  gateways: Gateways,
  mayBeHttp: (host: string) => boolean = () => false,
): DocumentFiller {
  return async ({ holdings, tokenUris }, { signal, budgetMs, onProgress }) => {
    const uris = new Set(tokenUris.values());
    for (const { metadata } of holdings.nfts) if (metadata.data.uri !== '') uris.add(metadata.data.uri);
    const outcomes = await collect(documents, uris, {
      signal,
      budgetMs,
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    const pictures = new Map<DocumentOutcome, string>();
    const pictureOf = (outcome: DocumentOutcome | undefined): string => {
      if (outcome === undefined || outcome.kind === 'failed') return '';
      const picture = pictures.get(outcome) ?? choosePicture(outcome);
      pictures.set(outcome, picture);
      return picture;
    };
    const choosePicture = (outcome: Exclude<DocumentOutcome, { kind: 'failed' }>): string => {
      const { base, named } =
        outcome.kind === 'picture'
          ? { base: outcome.url, named: [outcome.url] }
          : { base: outcome.base, named: picturesOf(outcome.value) };
      for (const picture of named) {
        const url = resolvePicture(picture, base, gateways, mayBeHttp);
        if (url !== undefined) return url;
      }
      return '';
    };

    const nfts: ExtendedNft[] = [];
    await forEachYielding(holdings.nfts, (nft) => {
      const { uri } = nft.metadata.data;
      const outcome = outcomes.get(uri);
      const data =
        outcome?.kind === 'object' ? { ...nft.metadata.data, uriData: outcome.value } : nft.metadata.data;
      nfts.push({
        ...nft,
        image: pictureOf(outcome),
        metadata: { ...nft.metadata, data },
        warnings: warningsOf(nft.warnings, uri, outcome),
      });
    });
    const tokens: ExtendedToken[] = [];
    await forEachYielding(holdings.tokens, (token) => {
      const uri = tokenUris.get(token.address) ?? '';
      const outcome = outcomes.get(uri);
      tokens.push({
        ...token,
        image: pictureOf(outcome) || token.image,
        warnings: warningsOf(token.warnings, uri, outcome),
      });
    });
    const warnings = outcomes.size < uris.size ? [...holdings.warnings, 'documents-late'] : holdings.warnings;
    return { ...holdings, nfts, tokens, warnings };
  };
}

function warningsOf(warnings: string[], uri: string, outcome: DocumentOutcome | undefined): string[] {
  if (uri === '' || outcome?.kind === 'object') return warnings;
  const more: Warning =
    outcome === undefined ? 'document-late' : outcome.kind === 'failed' ? outcome.reason : 'document-invalid';
  return [...warnings, more];
}

/** What arrived within the budget. Those that did not are left to arrive in the background. */
async function collect(
  documents: Documents,
  uris: ReadonlySet<string>,
  { signal, budgetMs, onProgress }: FillOptions,
): Promise<Outcomes> {
  const outcomes = new Map<string, DocumentOutcome>();
  const missing: string[] = [];
  await forEachYielding(uris, (uri) => {
    const known = documents.known(uri);
    if (known === undefined) missing.push(uri);
    else outcomes.set(uri, known);
  });
  const report = () => onProgress?.(outcomes.size, uris.size);
  report();
  if (missing.length === 0) return outcomes;
  const reads: { leave: (keep: boolean) => void }[] = [];
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      onAbort = () =>
        reject(outOfTime({ step: 'documents', done: outcomes.size, total: uris.size }, signal.reason));
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      timer = setTimeout(resolve, Math.max(budgetMs, 0));
      forEachYielding(missing, (uri) => {
        if (over) return;
        const read = documents.read(uri);
        reads.push(read);
        void read.outcome.then((outcome) => {
          if (over) return;
          outcomes.set(uri, outcome);
          if (outcomes.size % 16 === 0) report();
          if (outcomes.size === uris.size) resolve();
        });
      }).catch(reject);
    });
    report();
    return outcomes;
  } finally {
    over = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    for (const read of reads) read.leave(!signal.aborted);
  }
}
