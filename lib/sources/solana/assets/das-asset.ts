import {
  type CorePlugins,
  corePermanentDelegate,
  type PluginAuthority,
} from '@/lib/solana/accounts/core-asset';
import { isAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { resolveImage } from '@/lib/solana/documents/document-uri';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { BUBBLEGUM_PROGRAM, MPL_CORE_PROGRAM } from '@/lib/solana/programs';
import { assetItem } from './asset-item';
import type { AssetItem } from './core-collections';

/** The fields of a DAS asset that are used. Any of them can be missing. */
export type Asset = {
  id: string;
  interface?: unknown;
  burnt?: unknown;
  mutable?: unknown;
  content?: {
    json_uri?: unknown;
    files?: ({ uri?: unknown; cdn_uri?: unknown; mime?: unknown } | null)[] | null;
    links?: { image?: unknown } | null;
    metadata?: { name?: unknown; symbol?: unknown } | null;
  } | null;
  authorities?: { address?: unknown }[] | null;
  compression?: { compressed?: unknown; tree?: unknown; leaf_id?: unknown } | null;
  grouping?: { group_key?: unknown; group_value?: unknown; verified?: unknown }[] | null;
  royalty?: { basis_points?: unknown } | null;
  creators?: { address?: unknown; verified?: unknown; share?: unknown }[] | null;
  ownership?: { owner?: unknown; frozen?: unknown; delegate?: unknown } | null;
  plugins?: Record<string, Plugin | null> | null;
};

type Plugin = {
  data?: { [field: string]: unknown } | null;
  authority?: { type?: unknown; address?: unknown } | null;
};

/** Maximum length of an image URL. Longer ones, such as `data:` URLs, are read from the document instead. */
const MAX_IMAGE_CHARACTERS = 2_048;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '') : '');
const list = <T>(value: T[] | null | undefined): T[] =>
  Array.isArray(value) ? value.filter((each) => each !== null) : [];
const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
const intOf = (value: unknown, max: number): number =>
  Number.isInteger(value) ? Math.min(Math.max(Number(value), 0), max) : 0;

/** The upstream's links are used unchanged, so no gateway is needed. */
const NO_GATEWAYS = { ipfs: [], arweave: [] };

/** Returns the image that the upstream found in the asset's document, preferably its CDN URL; "" if it found none. */
function imageOf(content: Asset['content']): string {
  const isImage = (file: { mime?: unknown } | null) => String(file?.mime).startsWith('image/');
  const files = list(content?.files).filter(isImage);
  const found = [
    ...files.map((file) => file?.cdn_uri),
    content?.links?.image,
    ...files.map((file) => file?.uri),
  ];
  for (const image of found) {
    if (typeof image !== 'string' || image.length > MAX_IMAGE_CHARACTERS) continue;
    const url = resolveImage(image, undefined, NO_GATEWAYS, []);
    if (url !== undefined) return url;
  }
  return '';
}

/** Returns the tree and leaf of a compressed asset; null if the upstream did not send both. */
function leafOf(compression: Asset['compression']): ExtendedNft['compression'] {
  const { tree, leaf_id: leaf } = compression ?? {};
  if (typeof tree !== 'string' || !isAddress(tree) || !Number.isSafeInteger(leaf) || Number(leaf) < 0)
    return null;
  return { tree, leaf: Number(leaf) };
}

/**
 * Converts a DAS asset to an item; returns undefined for token program assets, burned assets and assets of other
 * owners. DAS endpoints return only an MPL Core asset's own plugins, so the collection's are added later.
 */
export function reshapeAsset(asset: Asset, owner: SolanaAddress): AssetItem | undefined {
  const compressed = asset.compression?.compressed === true;
  if (!compressed && asset.interface !== 'MplCoreAsset') return undefined;
  if (asset.burnt === true || asset.ownership?.owner !== owner || !isAddress(asset.id)) return undefined;
  const name = textOf(asset.content?.metadata?.name);
  const symbol = textOf(asset.content?.metadata?.symbol);
  const basisPoints = asset.royalty?.basis_points;
  const updateAuthority = textOf(list(asset.authorities)[0]?.address);
  const delegate = textOf(asset.ownership?.delegate);
  const group = list(asset.grouping).find(({ group_key }) => group_key === 'collection');
  const collection = isAddress(textOf(group?.group_value))
    ? { key: textOf(group?.group_value), verified: group?.verified !== false }
    : null;
  const nft = assetItem({
    id: asset.id,
    programId: compressed ? BUBBLEGUM_PROGRAM : MPL_CORE_PROGRAM,
    name,
    symbol,
    uri: textOf(asset.content?.json_uri),
    updateAuthority,
    isMutable: flagOf(asset.mutable),
    sellerFeeBasisPoints: Number.isInteger(basisPoints) ? intOf(basisPoints, 65_535) : null,
    creators: Array.isArray(asset.creators)
      ? list(asset.creators).map(({ address, verified, share }) => ({
          address: textOf(address),
          verified: flagOf(verified),
          share: intOf(share, 255),
        }))
      : null,
    collection,
    isFrozen: flagOf(asset.ownership?.frozen),
    delegate: isAddress(delegate) ? delegate : null,
    image: imageOf(asset.content),
    compression: compressed ? leafOf(asset.compression) : null,
  });
  if (compressed) return { nft };
  const plugins = ownPlugins(asset, nft);
  if (collection === null) {
    const permanentDelegate = corePermanentDelegate(
      plugins,
      isAddress(updateAuthority) ? updateAuthority : null,
    );
    return { nft: permanentDelegate === undefined ? nft : { ...nft, mintFacts: { permanentDelegate } } };
  }
  const hasUnreadPlugins = nft.warnings.includes('metadata-unread');
  return { nft, core: { collection: collection.key, updateAuthority: null, plugins, hasUnreadPlugins } };
}

/** Returns the plugins that a DAS asset has itself, from its `plugins` and from the members that follow from them. */
function ownPlugins(
  { plugins, mutable, ownership }: Asset,
  { metadata: { data } }: ExtendedNft,
): CorePlugins {
  const { sellerFeeBasisPoints, creators } = data;
  const own: CorePlugins = {};
  const has = (name: string) => plugins?.[name] != null;
  const isFrozen = (name: string) => plugins?.[name]?.data?.frozen === true;
  if (has('royalties') || sellerFeeBasisPoints || creators?.length)
    own.royalties = { basisPoints: sellerFeeBasisPoints ?? 0, creators: creators ?? [] };
  const verified = creators?.filter((creator) => creator.verified === true) ?? [];
  if (has('verified_creators') || verified.length > 0)
    own.verifiedCreators = verified.map(({ address }) => address);
  if (has('freeze_delegate')) own.freezeDelegate = isFrozen('freeze_delegate');
  if (has('permanent_freeze_delegate')) own.permanentFreezeDelegate = isFrozen('permanent_freeze_delegate');
  if (plugins?.permanent_transfer_delegate)
    own.permanentTransferDelegate = authorityOf(plugins.permanent_transfer_delegate);
  if (plugins?.permanent_burn_delegate)
    own.permanentBurnDelegate = authorityOf(plugins.permanent_burn_delegate);
  if (ownership?.frozen === true) own.freezeDelegate = true;
  if (has('immutable_metadata') || mutable === false) own.immutableMetadata = true;
  return own;
}

function authorityOf({ authority }: Plugin): PluginAuthority {
  if (authority?.type === 'UpdateAuthority') return 'update-authority';
  const address = textOf(authority?.address);
  return isAddress(address) ? address : null;
}
