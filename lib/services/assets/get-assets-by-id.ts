import { isUpstreamUnavailable } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { ALL_READ, withKindRead, withoutAssets, withUnreadOf } from '@/lib/solana/coverage';
import { type AssetById, assetOfItem } from '@/lib/solana/das/asset-of-item';
import type { DasAsset } from '@/lib/solana/das/asset-schema';
import type { Ports } from '../ports';
import { type AssetDisplay, withCollectionMetadata } from './display';

/**
 * Reads assets by id. Ids without an account, such as the ids of compressed NFTs, are looked up on the DAS upstream if
 * one is configured.
 */
export async function getAssetsById(
  ports: Pick<Ports, 'solana'>,
  ids: readonly SolanaAddress[],
  display: AssetDisplay,
  chainId: number,
  scope: RequestScope,
) {
  const source = ports.solana.assets;
  const { parseMetadataUri, showCollectionMetadata } = display;
  const { assets } = await source.byId(chainId, ids, { parseMetadataUri, scope });
  const hasUpstream = source.hasUpstream(chainId);
  const read = await Promise.all(
    assets.map((each, index) => {
      const id = ids[index];
      if (each !== 'none' || !hasUpstream || id === undefined)
        return typeof each === 'string' ? each : assetOf(each, display);
      return fromUpstream(ports, id, chainId, scope);
    }),
  );
  const found = read.filter((each) => typeof each !== 'string');
  const shown = showCollectionMetadata ? await withCollectionMetadata(ports, found, chainId, scope) : found;
  let next = 0;
  return {
    /** In the order of the ids: `none` if no account has this address, `other` if the account is not an asset. */
    assets: read.map((each) => (typeof each === 'string' ? each : (shown[next++] ?? each))),
    coverage: {
      ...withUnreadOf(
        hasUpstream ? ALL_READ : withKindRead(withoutAssets('no-das-endpoint'), 'mpl-core'),
        assets.flatMap((each) => (typeof each === 'object' ? each.item.item : [])),
      ),
      missingOwners: assets.filter((each) => typeof each === 'object' && each.isOwnerMissing).length,
    },
  };
}

function assetOf(asset: AssetById, { showUnverifiedCollections, parseMetadataUri }: AssetDisplay): DasAsset {
  return assetOfItem({
    ...asset,
    isMintRead: true,
    withBalance: false,
    showUnverifiedCollections,
    warnings: [
      ...(asset.isOwnerMissing ? ['owner-unread'] : []),
      ...(parseMetadataUri ? [] : ['documents-unread']),
    ],
  });
}

/**
 * What DAS endpoints answer for an id that they do not know: “Asset Not Found” (the reference server), “RecordNotFound”.
 * Other refusals, such as that of an expired key, say nothing about the asset.
 */
const UNKNOWN_ASSET = /(asset|record) ?not ?found/i;

/** Reads an asset from the DAS upstream and returns it unchanged. Returns `none` if the upstream does not know the id. */
async function fromUpstream(
  { solana }: Pick<Ports, 'solana'>,
  id: SolanaAddress,
  chainId: number,
  scope: RequestScope,
): Promise<DasAsset | 'none'> {
  try {
    return (await solana.assets.askUpstream(chainId, 'getAsset', { id }, scope)) as DasAsset;
  } catch (thrown) {
    if (
      isUpstreamUnavailable(thrown) &&
      thrown.cause instanceof Error &&
      UNKNOWN_ASSET.test(thrown.cause.message)
    )
      return 'none';
    throw thrown;
  }
}
