import 'server-only';
import type { HoldingsLine, StreamFailure } from '@/lib/dashboard/account/holdings-state';
import { accountHead, type ImagePath, nftRow, tokenRow } from '@/lib/dashboard/account/rows';
import type { HoldingsEvent, ItemListing } from '@/lib/solana/holdings-events';

/** Maximum number of rows per line; few enough that a browser can render them while the next line arrives. */
const ROWS_OF_A_LINE = 500;

type HoldingsLinesOptions = {
  /** Returns the path on this server for an image's URL; undefined if the image must not be shown. */
  imagePath: ImagePath;
  /** Returns the position of a well-known token in the token list. */
  rank: (mint: string) => number | undefined;
  /** Describes an error for the page; undefined if the client has disconnected. */
  failureOf: (thrown: unknown) => StreamFailure | undefined;
};

/** Converts the events of a listing to the lines of `/api/holdings/ADDRESS`, with rows and failures. */
export async function* holdingsLines(
  events: AsyncIterable<HoldingsEvent>,
  { imagePath, rank, failureOf }: HoldingsLinesOptions,
): AsyncGenerator<HoldingsLine, void, undefined> {
  try {
    for await (const event of events)
      if (event.type === 'holdings') yield* listingLines(event, imagePath, rank);
      else yield event;
  } catch (thrown) {
    const failure = failureOf(thrown);
    if (failure === undefined) return;
    const { reason, message, retry, trouble } = failure;
    yield { type: 'failed', reason, message, retry, ...(trouble === undefined ? {} : { trouble }) };
  }
}

function* listingLines(
  { owner, holdings, tokenUris, closable }: ItemListing,
  imagePath: ImagePath,
  rank: HoldingsLinesOptions['rank'],
): Generator<HoldingsLine, void, undefined> {
  const head = accountHead(owner, holdings, closable);
  for (const { tokens, nfts } of chunks(holdings.tokens, holdings.nfts))
    yield {
      type: 'holdings',
      head,
      tokens: tokens.map((token) =>
        tokenRow(token, imagePath, tokenUris.get(token.address), rank(token.mint)),
      ),
      nfts: nfts.map((nft) => nftRow(nft, imagePath)),
    };
}

/** Splits two lists, one after the other, into chunks that each fit on a line. Yields at least one chunk. */
function* chunks<T, N>(tokens: readonly T[], nfts: readonly N[]): Generator<{ tokens: T[]; nfts: N[] }> {
  const cut = <I>(items: readonly I[], start: number) =>
    items.slice(Math.max(0, start), Math.max(0, start + ROWS_OF_A_LINE));
  for (let start = 0; start === 0 || start < tokens.length + nfts.length; start += ROWS_OF_A_LINE)
    yield { tokens: cut(tokens, start), nfts: cut(nfts, start - tokens.length) };
}
