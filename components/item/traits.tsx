'use client';

import { useCollectionTraits } from '@/components/account/gallery/use-collection-traits';
import { clippedTrait } from '@/lib/dashboard/account/traits';
import { formatCount } from '@/lib/dashboard/format';
import type { Attribute } from '@/lib/dashboard/search-params';

type Props = {
  attributes: readonly Attribute[];
  /** The account that holds the item; undefined if its address is not known. */
  owner: string | undefined;
  chain: number;
  /** The item's verified collection. */
  collection: string | undefined;
};

/** The traits of an NFT, with the number of items of its collection in the account that share each of them. */
export function Traits({ attributes, owner, chain, collection }: Props) {
  const isCounted = owner !== undefined && collection !== undefined;
  const { known, isReading } = useCollectionTraits(isCounted ? owner : undefined, chain, collection ?? '');
  const items = known && !isReading ? [...known.values()] : undefined;
  const shares = (attribute: Attribute) => {
    const { trait, value } = clippedTrait(attribute);
    return items?.filter((traits) => traits.some((each) => each.trait === trait && each.value === value))
      .length;
  };
  return (
    <>
      <dl className="flex flex-wrap gap-2">
        {attributes.map((attribute) => (
          <div
            key={`${attribute.trait}: ${attribute.value}`}
            className="min-w-32 max-w-full rounded-md border border-line bg-raised px-3 py-2"
          >
            <dt className="line-clamp-2 text-muted text-xs [overflow-wrap:anywhere]" title={attribute.trait}>
              {attribute.trait || '—'}
            </dt>
            <dd
              className="line-clamp-6 font-medium text-sm [overflow-wrap:anywhere]"
              title={attribute.value}
              dir="auto"
            >
              {attribute.value || '—'}
            </dd>
            {isCounted && (
              // Has its height from the start, so that nothing moves.
              <dd className="min-h-4 text-muted text-xs">
                {items && `${formatCount(shares(attribute) ?? 0)} of ${formatCount(items.length)}`}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {isCounted && (
        <p className="mt-2 min-h-4 text-muted text-xs">
          {items && `Of the ${formatCount(items.length)} in this wallet from the same collection.`}
        </p>
      )}
    </>
  );
}
