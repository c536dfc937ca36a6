import type { HoldingsEvent, LateFields } from '@/lib/dashboard/account/holdings-events';
import { accountHead, nftRow, type PicturePath, tokenRow } from '@/lib/dashboard/account/rows';
import { readChain } from '@/lib/dashboard/search-params';
import { picturePath } from '@/lib/server/images/image-path';
import { type HoldingsStep, holdingsSteps } from '@/lib/server/pages/account-page';
import { ndjson } from '@/lib/server/pages/json-lines';
import { admit } from '@/lib/server/pages/visit';
import { getService } from '@/lib/server/wiring';
import { HOLDINGS_UNITS } from '@/lib/services/prices';

/** Rows of one line: small enough to be shown while the next ones travel. */
const ROWS_OF_A_LINE = 500;

/** What an account holds, as JSON lines: progress, rows, then what the off-chain documents add to them. */
export async function GET(request: Request, { params }: { params: Promise<{ address: string }> }) {
  const service = await getService();
  const refused = await admit(service, request, HOLDINGS_UNITS);
  if (refused) return refused;
  const chainId = readChain(new URL(request.url).searchParams, 0);
  const address = decodeURIComponent((await params).address);
  return ndjson(request, (gone) => events(holdingsSteps(service, address, chainId, gone), picturePath));
}

async function* events(
  steps: AsyncIterable<HoldingsStep>,
  path: PicturePath,
): AsyncGenerator<HoldingsEvent, void, undefined> {
  for await (const step of steps) {
    switch (step.kind) {
      case 'progress': {
        const { step: name, done, total } = step.progress;
        yield { type: 'progress', step: name, done, total };
        break;
      }
      case 'listing': {
        const { tokens, nfts } = step.holdings;
        yield { type: 'head', head: accountHead(step.address, step.holdings) };
        for (let i = 0; i < tokens.length; i += ROWS_OF_A_LINE)
          yield {
            type: 'tokens',
            rows: tokens.slice(i, i + ROWS_OF_A_LINE).map((token) => tokenRow(token, path)),
          };
        for (let i = 0; i < nfts.length; i += ROWS_OF_A_LINE)
          yield { type: 'nfts', rows: nfts.slice(i, i + ROWS_OF_A_LINE).map((nft) => nftRow(nft, path)) };
        yield { type: 'listed' };
        break;
      }
      case 'documents': {
        const { tokens, nfts } = step.holdings;
        for (const fields of lateFields(tokens, path)) yield { type: 'late-tokens', fields };
        for (const fields of lateFields(nfts, path)) yield { type: 'late-nfts', fields };
        if (step.late)
          yield {
            type: 'failed',
            part: 'documents',
            reason: 'documents-late',
            message: 'Some off-chain documents did not arrive in time; their pictures are missing.',
            retry: true,
          };
        break;
      }
      case 'failed':
        yield {
          type: 'failed',
          part: step.part,
          reason: step.reason,
          message: step.message,
          retry: step.retry,
        };
        if (step.part === 'listing') return;
    }
  }
  yield { type: 'done' };
}

function* lateFields(
  items: readonly { image: string; warnings: string[] }[],
  path: PicturePath,
): Generator<LateFields[], void, undefined> {
  for (let start = 0; start < items.length; start += ROWS_OF_A_LINE) {
    const fields = items.slice(start, start + ROWS_OF_A_LINE).flatMap(({ image, warnings }, i) => {
      const picture = image === '' ? undefined : path(image);
      return picture === undefined && warnings.length === 0
        ? []
        : [[start + i, picture ?? null, warnings.length === 0 ? null : warnings] satisfies LateFields];
    });
    if (fields.length > 0) yield fields;
  }
}
