import type { RequestScope } from '@/lib/promises/request-scope';
import { decodeCoreHead } from '@/lib/solana/accounts/core-account';
import { readMetadataPointer } from '@/lib/solana/accounts/token-extensions';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { MPL_CORE_PROGRAM, TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import type { CollectionPreview } from '@/lib/solana/solana-source';
import type { DocumentImage } from '@/lib/sources/images/document-image';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { inlineOf, metaplexOf } from '../mint-reads';
import { type ReadAccount, readAccounts } from '../read-accounts';

/** Name of a collection and URI of its document, "" without one. */
type CollectionMetadata = { name: string; uri: string };

/**
 * Returns the names and images of collections; see `SolanaSource`.
 * @param imageOf undefined to read no images
 * @throws errors of reading the accounts
 */
export async function collectionPreviews(
  transport: Transport,
  imageOf: DocumentImage | undefined,
  collections: readonly SolanaAddress[],
  scope: RequestScope,
): Promise<CollectionPreview[]> {
  const named = await readCollections(transport, [...new Set(collections)], scope);
  const imageAt = (uri: string) => imageOf?.(uri, scope.signal).catch(() => '');
  return Promise.all(
    [...named].map(async ([address, { name, uri }]) => ({
      address,
      name,
      uri,
      image: (uri === '' ? undefined : await imageAt(uri)) ?? '',
    })),
  );
}

/** Reads all collections with one or two calls. Omits collections without metadata. */
async function readCollections(
  transport: Transport,
  collections: readonly SolanaAddress[],
  scope: RequestScope,
): Promise<Map<SolanaAddress, CollectionMetadata>> {
  const keys = collections.flatMap((collection) => [collection, metadataAddressOf(collection) ?? collection]);
  const accounts = await readAccounts(keys, true, { transport, scope });
  const found = new Map<SolanaAddress, CollectionMetadata>();
  for (const collection of collections) {
    const named = metadataOf(collection, accounts);
    if (named !== undefined && named.name !== '') found.set(collection, named);
  }
  return found;
}

/**
 * Reads a collection's metadata from the header of a Core collection, from a Token-2022 mint itself, or from the
 * Metaplex account of a mint.
 */
function metadataOf(
  collection: SolanaAddress,
  accounts: ReadonlyMap<SolanaAddress, ReadAccount>,
): CollectionMetadata | undefined {
  const own = accounts.get(collection);
  if (typeof own !== 'object' || own === null) return undefined;
  if (own.owner === MPL_CORE_PROGRAM) {
    const core = decodeCoreHead(own.data);
    return core?.owner === null ? core : undefined;
  }
  if (own.owner === TOKEN_2022_PROGRAM && readMetadataPointer(own.data) === collection) {
    const inline = inlineOf(collection, own.data);
    if (inline !== undefined) return inline;
  }
  const metaplex = metaplexOf(collection, accounts.get(metadataAddressOf(collection) ?? ''));
  return typeof metaplex === 'object' ? metaplex : undefined;
}
