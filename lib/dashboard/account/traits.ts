import { clip } from '../format';
import type { Attribute } from '../search-params';
import type { NftRow } from './rows';

/** The traits of a collection's items in one account: the line of `/api/traits/ADDRESS`. */
export type CollectionTraits = {
  /** Items whose document has been read, by token account or asset id. */
  items: { address: string; traits: Attribute[] }[];
  /** Whether the documents of all items have been read or have failed. */
  isComplete: boolean;
};

/** Maximum number of characters in a trait's name. Limited because a selected trait is part of the page's URL. */
const MAX_TRAIT = 60;
/** Maximum number of characters in a trait's value. */
const MAX_VALUE = 120;

/** Truncates a trait as in `CollectionTraits`. */
export const clippedTrait = ({ trait, value }: Attribute): Attribute => ({
  trait: clip(trait, MAX_TRAIT),
  value: clip(value, MAX_VALUE),
});

/** Traits by the item's address. If an item has no entry, its traits have not been read. */
export type KnownTraits = ReadonlyMap<string, readonly Attribute[]>;

/** A trait of a collection and the number of items with each of its values, the most common first. */
export type TraitFacet = { trait: string; values: { value: string; count: number }[] };

const has = (traits: readonly Attribute[], { trait, value }: Attribute) =>
  traits.some((each) => each.trait === trait && each.value === value);

/** Returns the items that have all chosen traits. Omits items whose traits have not been read. */
export function withTraits(
  nfts: readonly NftRow[],
  known: KnownTraits,
  chosen: readonly Attribute[],
): readonly NftRow[] {
  if (chosen.length === 0) return nfts;
  return nfts.filter(({ address }) => {
    const traits = known.get(address);
    return traits !== undefined && chosen.every((choice) => has(traits, choice));
  });
}

/** Counts the values of each trait, among the items that match the values chosen for all other traits. */
export function traitFacets(
  nfts: readonly NftRow[],
  known: KnownTraits,
  chosen: readonly Attribute[],
): TraitFacet[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { address } of nfts) {
    const traits = known.get(address) ?? [];
    const unmet = chosen.filter((choice) => !has(traits, choice));
    for (const { trait, value } of traits) {
      const values = counts.get(trait) ?? new Map<string, number>();
      counts.set(trait, values);
      const isCounted = unmet.every((choice) => choice.trait === trait);
      values.set(value, (values.get(value) ?? 0) + Number(isCounted));
    }
  }
  return [...counts].map(([trait, values]) => ({
    trait,
    values: [...values]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
  }));
}
