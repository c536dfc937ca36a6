import { type CoreAsset, type CoreCollection, type CoreCreator, creatorsOf } from './core-asset';

/** The facts that plugins state about an MPL Core asset. Null: depends on a collection that could not be read. */
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
 * @param collection the asset's collection; undefined without one, or if it could not be read
 */
export function coreFactsOf(
  { plugins: own, updateAuthority }: Pick<CoreAsset, 'plugins' | 'updateAuthority'>,
  collection: Pick<CoreCollection, 'plugins' | 'creators'> | undefined,
): CoreFacts {
  const isCollectionUnread = updateAuthority.type === 'collection' && collection === undefined;
  const unlessUnread = <T>(value: T): T | null => (isCollectionUnread ? null : value);
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
