import { type CoreAsset, type CoreCollection, type CoreCreator, creatorsOf } from './core-asset';

/** The facts that plugins state about an MPL Core asset. Null: depends on plugins that could not be read. */
export type CoreFacts = {
  sellerFeeBasisPoints: number | null;
  creators: CoreCreator[] | null;
  isFrozen: boolean | null;
  isMutable: boolean | null;
  isCollectionUnread: boolean;
};

/**
 * Derives the facts about an asset from its own plugins and, for each plugin that it does not have, its collection's
 * plugin, like `deriveAssetPlugins` and `isFrozen` of mpl-core's client.
 * @param found the asset's collection; undefined without one, or if it could not be read
 */
export function coreFactsOf(
  {
    plugins: own,
    updateAuthority,
    hasUnreadPlugins,
  }: Pick<CoreAsset, 'plugins' | 'updateAuthority' | 'hasUnreadPlugins'>,
  found: Pick<CoreCollection, 'plugins' | 'creators'> | undefined,
): CoreFacts {
  const isCollectionUnread = updateAuthority.type === 'collection' && found === undefined;
  // An own plugin that does not decode would replace the collection's.
  const collection = hasUnreadPlugins ? undefined : found;
  const unlessUnread = <T>(value: T): T | null => (isCollectionUnread || hasUnreadPlugins ? null : value);
  const plugins = { ...collection?.plugins, ...own };
  const { royalties, freezeDelegate, permanentFreezeDelegate } = plugins;
  const isShared = own.royalties === undefined && own.verifiedCreators === undefined;
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
    isMutable:
      updateAuthority.type !== 'none' && plugins.immutableMetadata === undefined ? unlessUnread(true) : false,
    isCollectionUnread,
  };
}
