import 'server-only';
import type { CollectionLine } from '@/lib/dashboard/account/collection-faces';
import { cleanText } from '@/lib/dashboard/format';
import { childScope, scopeOf } from '@/lib/promises/request-scope';
import { imagePath } from '@/lib/server/routes/image-path';
import type { Service } from '@/lib/server/service';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { pageFailure } from './page-look-up';

/** Timeout for reading the accounts of collections, in ms. */
const COLLECTIONS_MS = 15_000;

/** Streams the lines of `/api/collections` with names and images. Ends early on a failure. */
export async function* collectionLines(
  service: Service,
  collections: readonly SolanaAddress[],
  chainId: number,
  gone: AbortSignal,
): AsyncGenerator<CollectionLine, void, undefined> {
  const { scope, clear } = childScope(scopeOf(gone), { timeoutMs: COLLECTIONS_MS });
  try {
    const options = { withImages: false, scope };
    for (const preview of await service.ports.solana.collections(chainId, collections, options)) {
      const name = cleanText(preview.name);
      const picture = preview.uri === '' ? undefined : imagePath(preview.uri, 'document');
      if (name !== '')
        yield { collection: preview.address, name, ...(picture === undefined ? {} : { picture }) };
    }
  } catch (thrown) {
    // End the stream without an error: names and images are optional. `pageFailure` logs internal errors.
    if (!scope.signal.aborted) pageFailure(service, thrown);
  } finally {
    clear();
  }
}
