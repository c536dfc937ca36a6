import 'server-only';
import type { CollectionLine } from '@/lib/dashboard/account/collection-faces';
import { cleanText } from '@/lib/dashboard/format';
import { childScope, scopeOf } from '@/lib/promises/request-scope';
import { imagePath } from '@/lib/server/images/image-path';
import type { Service } from '@/lib/server/service';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { pageFailure } from './visit';

/** The accounts, and then the pictures' documents, are given so long. */
const COLLECTIONS_MS = 15_000;

/** The lines of `/api/collections`, until all is told or the reader has left; what fails is left out. */
export async function* collectionLines(
  service: Service,
  collections: readonly SolanaAddress[],
  chainId: number,
  gone: AbortSignal,
): AsyncGenerator<CollectionLine, void, undefined> {
  const { scope, clear } = childScope(scopeOf(gone), { timeoutMs: COLLECTIONS_MS });
  try {
    for await (const face of service.ports.solana.watchCollections(chainId, collections, scope)) {
      const name = cleanText(face.name);
      const picture = face.image === '' ? undefined : imagePath(face.image);
      if (name !== '')
        yield { collection: face.address, name, ...(picture === undefined ? {} : { picture }) };
    }
  } catch (thrown) {
    // A heading stands without: a fault of ours is logged, and nothing more is told.
    if (!scope.signal.aborted) pageFailure(service, thrown);
  } finally {
    clear();
  }
}
