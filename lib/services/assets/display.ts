import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import type { DasAsset } from '@/lib/solana/das/asset-schema';
import type { Ports } from '../ports';

/** Options that select what a response contains for each asset. */
export type AssetDisplay = {
  showUnverifiedCollections: boolean;
  showCollectionMetadata: boolean;
  /** Whether to fetch the off-chain documents. */
  parseMetadataUri: boolean;
};

/** Maximum time to wait for collections and their images, in ms. */
const COLLECTIONS_MS = 5_000;

/**
 * Adds the names and images of collections. A collection that cannot be read in time gets neither. If only its metadata
 * document cannot be read in time, it gets only the name.
 */
export async function withCollectionMetadata(
  { solana }: Pick<Ports, 'solana'>,
  assets: readonly DasAsset[],
  chainId: number,
  scope: RequestScope,
): Promise<DasAsset[]> {
  const faces = new Map<string, { name: string; image?: string }>();
  // An asset of a DAS endpoint can have no groups, and a group no value.
  const groupsOf = ({ grouping }: Partial<DasAsset>) => grouping ?? [];
  const groups = assets.flatMap(groupsOf);
  const keys = new Set(
    groups.flatMap(({ group_value }: { group_value: string | null }) => group_value ?? []),
  );
  const wait = childScope(scope, { timeoutMs: COLLECTIONS_MS });
  try {
    const options = { withImages: true, scope: wait.scope };
    const found = keys.size > 0 ? await solana.collections(chainId, [...keys], options) : [];
    for (const { address, name, image } of found)
      faces.set(address, { name, ...(image === '' ? {} : { image }) });
  } catch {
    // The names and images are optional.
  } finally {
    wait.clear();
  }
  return assets.map((asset) =>
    groupsOf(asset).length === 0
      ? asset
      : {
          ...asset,
          grouping: asset.grouping.map((group) => {
            const face = faces.get(group.group_value);
            return face === undefined ? group : { ...group, collection_metadata: face };
          }),
        },
  );
}
