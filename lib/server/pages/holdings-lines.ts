import 'server-only';
import type { HoldingsLine, RowUpdate, StreamFailure } from '@/lib/dashboard/account/holdings-state';
import { accountHead, type ImagePath, nftRow, tokenRow } from '@/lib/dashboard/account/rows';
import type { FilledItem, FilledItems, HoldingsEvent, ItemListing } from '@/lib/solana/holdings-events';

/** Maximum number of rows per line; few enough that a browser can render them while the next line arrives. */
const ROWS_OF_A_LINE = 500;

type HoldingsLinesOptions = {
  /** Returns the path on this server for an image's URL; undefined if the image must not be shown. */
  imagePath: ImagePath;
  /** Describes an error for the page; undefined if the client has disconnected. */
  failureOf: (thrown: unknown) => Omit<StreamFailure, 'part'> | undefined;
};

/** Converts the events of a listing to the lines of `/api/holdings/ADDRESS`, with rows and failures. */
export async function* holdingsLines(
  events: AsyncIterable<HoldingsEvent>,
  { imagePath, failureOf }: HoldingsLinesOptions,
): AsyncGenerator<HoldingsLine, void, undefined> {
  let part: StreamFailure['part'] = 'listing';
  try {
    for await (const event of events) {
      switch (event.type) {
        case 'holdings':
          yield* listingLines(event, imagePath);
          part = 'documents';
          break;
        case 'documents':
          yield* documentLines(event, imagePath);
          break;
        case 'done':
          if (event.holdings.warnings.includes('documents-late')) yield DOCUMENTS_LATE;
          break;
        default:
          yield event;
      }
    }
  } catch (thrown) {
    const failure = failureOf(thrown);
    if (failure === undefined) return;
    const { reason, message, retry, trouble } = failure;
    yield { type: 'failed', part, reason, message, retry, ...(trouble === undefined ? {} : { trouble }) };
    if (part === 'listing') return;
  }
  yield { type: 'done' };
}

const DOCUMENTS_LATE: HoldingsLine = {
  type: 'failed',
  part: 'documents',
  reason: 'documents-late',
  message: 'Some off-chain documents did not arrive in time; their pictures are missing.',
  retry: true,
};

function* listingLines(
  { owner, holdings }: ItemListing,
  imagePath: ImagePath,
): Generator<HoldingsLine, void, undefined> {
  const head = accountHead(owner, holdings);
  for (const { tokens, nfts } of chunks(holdings.tokens, holdings.nfts))
    yield {
      type: 'holdings',
      head,
      tokens: tokens.map((token) => tokenRow(token, imagePath)),
      nfts: nfts.map((nft) => nftRow(nft, imagePath)),
    };
}

function* documentLines(
  documents: FilledItems,
  imagePath: ImagePath,
): Generator<HoldingsLine, void, undefined> {
  const update = ({ index, item }: FilledItem<{ image: string; warnings: string[] }>): RowUpdate => {
    const picture = item.image === '' ? undefined : imagePath(item.image);
    return {
      index,
      ...(picture === undefined ? {} : { picture }),
      ...(item.warnings.length === 0 ? {} : { warnings: item.warnings }),
    };
  };
  for (const { tokens, nfts } of chunks(documents.tokens, documents.nfts))
    yield { type: 'documents', tokens: tokens.map(update), nfts: nfts.map(update) };
}

/** Splits two lists, one after the other, into chunks that each fit on a line. Yields at least one chunk. */
function* chunks<T, N>(tokens: readonly T[], nfts: readonly N[]): Generator<{ tokens: T[]; nfts: N[] }> {
  const cut = <I>(items: readonly I[], start: number) =>
    items.slice(Math.max(0, start), Math.max(0, start + ROWS_OF_A_LINE));
  for (let start = 0; start === 0 || start < tokens.length + nfts.length; start += ROWS_OF_A_LINE)
    yield { tokens: cut(tokens, start), nfts: cut(nfts, start - tokens.length) };
}
