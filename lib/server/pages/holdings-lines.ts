import 'server-only';
import type { HoldingsLine, LateFields, StreamFailure } from '@/lib/dashboard/account/holdings-stream';
import { accountHead, type ImagePath, nftRow, tokenRow } from '@/lib/dashboard/account/rows';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { FilledItem, HoldingsEvent } from '@/lib/solana/holdings-events';

/** Rows of one line: small enough to be shown while the next ones travel. */
const ROWS_OF_A_LINE = 500;

type HoldingsLinesOptions = {
  /** Path of ours for an image's URL; undefined when it is not to be shown. */
  imagePath: ImagePath;
  /** What is told of a thrown value; undefined when nobody is left to be told. */
  failureOf: (thrown: unknown) => Omit<StreamFailure, 'part'> | undefined;
};

/** The lines of `/api/holdings/ADDRESS`; `lib/dashboard/account/holdings-stream.ts` says what they are, and reads them. */
export async function* holdingsLines(
  events: AsyncIterable<HoldingsEvent>,
  { imagePath, failureOf }: HoldingsLinesOptions,
): AsyncGenerator<HoldingsLine, void, undefined> {
  let part: StreamFailure['part'] = 'listing';
  try {
    for await (const event of events) {
      switch (event.type) {
        case 'progress':
          yield { type: 'progress', step: event.step, done: event.done, total: event.total };
          break;
        case 'trouble':
          yield event;
          break;
        case 'holdings':
          yield* rowLines(event.owner, event.holdings, imagePath, event.missing);
          if (event.missing === undefined) part = 'documents';
          break;
        case 'documents':
          for (const fields of lateFields(event.tokens, imagePath)) yield { type: 'late-tokens', fields };
          for (const fields of lateFields(event.nfts, imagePath)) yield { type: 'late-nfts', fields };
          break;
        case 'done':
          if (event.holdings.warnings.includes('documents-late')) yield DOCUMENTS_LATE;
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

function* rowLines(
  owner: SolanaAddress,
  holdings: ExtendedHoldings,
  imagePath: ImagePath,
  missing: number | undefined,
): Generator<HoldingsLine, void, undefined> {
  yield { type: 'head', head: accountHead(owner, holdings, missing) };
  for (const tokens of chunks(holdings.tokens))
    yield { type: 'tokens', rows: tokens.map((token) => tokenRow(token, imagePath)) };
  for (const nfts of chunks(holdings.nfts))
    yield { type: 'nfts', rows: nfts.map((nft) => nftRow(nft, imagePath)) };
  yield { type: missing === undefined ? 'listed' : 'part' };
}

function* lateFields(
  filled: readonly FilledItem<{ image: string; warnings: string[] }>[],
  imagePath: ImagePath,
): Generator<LateFields[], void, undefined> {
  for (const chunk of chunks(filled)) {
    yield chunk.map(({ index, item: { image, warnings } }): LateFields => {
      const path = image === '' ? undefined : imagePath(image);
      return [index, path ?? null, warnings.length === 0 ? null : warnings];
    });
  }
}

function* chunks<T>(items: readonly T[]): Generator<readonly T[], void, undefined> {
  for (let start = 0; start < items.length; start += ROWS_OF_A_LINE)
    yield items.slice(start, start + ROWS_OF_A_LINE);
}
