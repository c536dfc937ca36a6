import type { SolanaAddress } from '@/lib/solana/address/address';
import { asBuffer, attempt, BorshReader } from './account-bytes';
import { type CoreHead, decodeCoreHead, pluginRegistry } from './core-account';

/** Who can use a plugin; null if only the owner or no one can. */
export type PluginAuthority = SolanaAddress | 'update-authority' | null;

/** The plugins of an MPL Core account that holdings need. A plugin that the account does not have is absent. */
export type CorePlugins = {
  royalties?: { basisPoints: number; creators: { address: SolanaAddress; share: number }[] };
  /** Whether the owner's freeze delegate has frozen the asset. */
  freezeDelegate?: boolean;
  /** Whether the asset is frozen permanently. */
  permanentFreezeDelegate?: boolean;
  /** The delegate that can transfer the asset; null if the plugin does not name an address. */
  transferDelegate?: SolanaAddress | null;
  permanentTransferDelegate?: PluginAuthority;
  permanentBurnDelegate?: PluginAuthority;
  immutableMetadata?: true;
  /** The creators that have signed. */
  verifiedCreators?: SolanaAddress[];
};

/** A creator of an MPL Core asset. `verified` is null if it depends on plugins that could not be read. */
export type CoreCreator = { address: SolanaAddress; verified: boolean | null; share: number };

/** The fields of an MPL Core asset (mpl-core `AssetV1`) that holdings need, with its own plugins. */
export type CoreAsset = Pick<CoreHead, 'collection' | 'updateAuthority' | 'name' | 'uri'> & {
  owner: SolanaAddress;
  plugins: CorePlugins;
  /** Whether some of the plugins do not decode. A plugin that is absent from `plugins` is then unknown. */
  hasUnreadPlugins: boolean;
};

/** The parts of an asset that decide its facts. */
export type CoreParts = Omit<CoreAsset, 'owner' | 'name' | 'uri'>;

/** The fields of an MPL Core collection (mpl-core `CollectionV1`) that holdings need. */
export type CoreCollection = {
  name: string;
  uri: string;
  updateAuthority: SolanaAddress;
  plugins: CorePlugins;
  /** Creators of the assets that have no own royalties. Shared by all of them, because the list can be long. */
  creators: CoreCreator[];
};

/** First byte (1) of an asset's account, in base58 for memcmp filters. */
export const CORE_ASSET_KEY_BASE58 = '2';
/** Offset of the owner in an asset's account. */
export const CORE_OWNER_OFFSET = 1;

/** Minimum size of a registry record: type, authority tag, offset. */
const RECORD_BYTES = 10;
/** Tags of a plugin's authority (`Authority`). */
const UPDATE_AUTHORITY = 2;
const ADDRESS_AUTHORITY = 3;

/** Readers of the plugins that holdings need, by number (`PluginType`). */
const PLUGIN_READERS: Readonly<
  Record<number, (data: BorshReader, authority: PluginAuthority) => CorePlugins>
> = {
  0: (data) => ({
    royalties: {
      basisPoints: data.uint16(),
      creators: listOf(data, () => ({ address: data.address(), share: data.uint8() })),
    },
  }),
  1: (data) => ({ freezeDelegate: data.bool() }),
  3: (_data, authority) => ({ transferDelegate: authority === 'update-authority' ? null : authority }),
  5: (data) => ({ permanentFreezeDelegate: data.bool() }),
  7: (_data, authority) => ({ permanentTransferDelegate: authority }),
  8: (_data, authority) => ({ permanentBurnDelegate: authority }),
  12: () => ({ immutableMetadata: true }),
  13: (data) => {
    const signatures = listOf(data, () => ({ address: data.address(), verified: data.bool() }));
    return { verifiedCreators: signatures.flatMap(({ address, verified }) => (verified ? address : [])) };
  },
};

/** Reads a list of addresses, each with one more byte. */
const listOf = <T>(data: BorshReader, read: () => T): T[] => Array.from({ length: data.count(33) }, read);

/**
 * Decodes an asset account of the MPL Core program.
 * @returns undefined if the account is a collection, burned or malformed
 */
export function decodeCoreAsset(bytes: Uint8Array): CoreAsset | undefined {
  const head = decodeCoreHead(bytes);
  if (head === undefined || head.owner === null) return undefined;
  const { owner, collection, updateAuthority, name, uri, end } = head;
  const buffer = asBuffer(bytes);
  const reader = new BorshReader(buffer, end);
  const plugins: CorePlugins = {};
  const headerAt = attempt(() => {
    // The optional sequence number.
    if (reader.uint8() === 1) reader.uint64();
    return reader.at;
  });
  if (headerAt === undefined) return undefined;
  const hasUnreadPlugins = attempt(() => readPlugins(buffer, headerAt, plugins)) === undefined;
  return { owner, collection, updateAuthority, name, uri, plugins, hasUnreadPlugins };
}

/**
 * Decodes a collection account of the MPL Core program.
 * @returns undefined if the account is not a collection, or if its plugins do not decode: its assets depend on them
 */
export function decodeCoreCollection(bytes: Uint8Array): CoreCollection | undefined {
  const head = decodeCoreHead(bytes);
  if (head?.owner !== null || head.updateAuthority === null) return undefined;
  const { updateAuthority, name, uri, end } = head;
  const buffer = asBuffer(bytes);
  const reader = new BorshReader(buffer, end);
  return attempt(() => {
    // The numbers of assets minted and in the collection.
    reader.uint64();
    const plugins = readPlugins(buffer, reader.at, {});
    return { name, uri, updateAuthority, plugins, creators: creatorsOf(plugins) };
  });
}

/**
 * Returns the creators that the royalties name.
 * @param unsigned value of `verified` if there are no verified creators
 */
function creatorsOf(
  { royalties, verifiedCreators }: CorePlugins,
  unsigned: false | null = false,
): CoreCreator[] {
  const signed = verifiedCreators && new Set(verifiedCreators);
  return (royalties?.creators ?? []).map(({ address, share }) => ({
    address,
    verified: signed === undefined ? unsigned : signed.has(address),
    share,
  }));
}

/**
 * Decodes the plugins into `plugins`, which it returns.
 * @param headerAt offset of the plugins' header, if there is one
 * @throws RangeError
 */
function readPlugins(buffer: Buffer, headerAt: number, plugins: CorePlugins): CorePlugins {
  const registry = pluginRegistry(buffer, headerAt);
  if (registry === undefined) return plugins;
  for (let left = registry.count(RECORD_BYTES); left > 0; left--) {
    const type = registry.uint8();
    const tag = registry.uint8();
    const authority =
      tag === ADDRESS_AUTHORITY ? registry.address() : tag === UPDATE_AUTHORITY ? 'update-authority' : null;
    // Skip the plugin's tag.
    const data = new BorshReader(buffer, registry.offset() + 1);
    Object.assign(plugins, PLUGIN_READERS[type]?.(data, authority));
  }
  return plugins;
}

/**
 * Returns who can move or burn an asset without its owner; undefined if no one can. The authority of a collection's
 * assets is the collection's.
 */
export function corePermanentDelegate(
  { permanentTransferDelegate, permanentBurnDelegate }: CorePlugins,
  updateAuthority: SolanaAddress | null,
): SolanaAddress | undefined {
  const addressOf = (authority: PluginAuthority = null) =>
    authority === 'update-authority' ? updateAuthority : authority;
  return addressOf(permanentTransferDelegate) ?? addressOf(permanentBurnDelegate) ?? undefined;
}

/**
 * Derives the facts about an asset from its own plugins and, for each plugin that it does not have, its collection's
 * plugin, like `deriveAssetPlugins` and `isFrozen` of mpl-core's client. A fact is null if it depends on plugins that
 * could not be read.
 * @param found the asset's collection; undefined without one, or if it could not be read
 */
export function coreFactsOf(asset: CoreParts, found: CoreCollection | undefined) {
  const { plugins: own, hasUnreadPlugins } = asset;
  const isCollectionUnread = asset.collection !== null && found === undefined;
  // An own plugin that does not decode would replace the collection's.
  const collection = hasUnreadPlugins ? undefined : found;
  const unlessUnread = <T>(value: T): T | null => (isCollectionUnread || hasUnreadPlugins ? null : value);
  const plugins = { ...collection?.plugins, ...own };
  const { royalties, freezeDelegate, permanentFreezeDelegate } = plugins;
  const isShared = own.royalties === undefined && own.verifiedCreators === undefined;
  const hasAuthority = (asset.collection ?? asset.updateAuthority) !== null;
  const isOwnFreeze = freezeDelegate !== undefined && permanentFreezeDelegate !== undefined;
  return {
    sellerFeeBasisPoints: royalties?.basisPoints ?? unlessUnread(0),
    creators:
      collection !== undefined && isShared
        ? collection.creators
        : royalties === undefined
          ? unlessUnread([])
          : creatorsOf(plugins, unlessUnread(false)),
    isFrozen: freezeDelegate || permanentFreezeDelegate || (isOwnFreeze ? false : unlessUnread(false)),
    permanentDelegate: corePermanentDelegate(
      plugins,
      asset.collection === null ? asset.updateAuthority : (found?.updateAuthority ?? null),
    ),
    isMutable: hasAuthority && plugins.immutableMetadata === undefined ? unlessUnread(true) : false,
    isCollectionUnread,
  };
}
