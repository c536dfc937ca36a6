'use client';

import { useMemo, useState } from 'react';
import { useView } from '@/components/account/view-link';
import { Icon } from '@/components/ui/icon';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { type TraitFacet, traitFacets } from '@/lib/dashboard/account/traits';
import { clip, formatCount } from '@/lib/dashboard/format';
import type { CollectionTraitsState } from './use-collection-traits';

const MAX_SELECTS = 12;
const MAX_VALUES = 200;

type Props = {
  /** NFTs of the collection in this account. */
  nfts: readonly NftRow[];
  traits: CollectionTraitsState;
};

/** A select for each trait of a collection. The selected values are stored in the page's URL. */
export function TraitFilters({ nfts, traits: { known, isReading, error, retry } }: Props) {
  const { view, go } = useView();
  const { traits: chosen } = view;
  // The filters are collapsed at first, because the selects would fill the screen of a phone.
  const [isOpen, setIsOpen] = useState(false);
  const facets = useMemo(() => known && traitFacets(nfts, known, chosen), [nfts, known, chosen]);
  const unknown = useMemo(
    () => (known ? nfts.filter(({ address }) => !known.has(address)).length : 0),
    [nfts, known],
  );
  // A trait with a selected value is always shown.
  const selects = facets?.filter(
    ({ trait }, index) => index < MAX_SELECTS || chosen.some((choice) => choice.trait === trait),
  );
  const choose = (trait: string, value: string) => {
    const others = chosen.filter((choice) => choice.trait !== trait);
    go({ ...view, traits: value === '' ? others : [...others, { trait, value }] });
  };
  return (
    <section aria-label="Traits" className="trait-filters pb-4 noscript:hidden print:hidden">
      <button
        type="button"
        className="control sm:hidden"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Filter by trait
        {chosen.length > 0 && (
          <span className="max-w-48 truncate font-medium text-accent" dir="auto">
            {chosen.map(({ trait, value }) => `${trait}: ${value}`).join(', ')}
          </span>
        )}
        <Icon name={isOpen ? 'up' : 'down'} className="size-3.5 text-muted" />
      </button>
      {selects === undefined ? (
        <p
          className={`flex min-h-15 items-end text-muted text-sm max-sm:min-h-0 max-sm:pt-2 ${isOpen ? '' : 'max-sm:hidden'}`}
        >
          {error === null ? 'Loading traits…' : ''}
        </p>
      ) : (
        <div
          className={`flex flex-wrap items-end gap-x-3 gap-y-2 max-sm:grid max-sm:grid-cols-2 max-sm:pt-2 ${isOpen ? '' : 'max-sm:hidden'}`}
        >
          {selects.map((facet) => (
            <TraitSelect
              key={facet.trait}
              facet={facet}
              chosen={chosen.find(({ trait }) => trait === facet.trait)?.value ?? ''}
              onChoose={(value) => choose(facet.trait, value)}
            />
          ))}
          {chosen.length > 0 && (
            <button
              type="button"
              className="control justify-center"
              onClick={() => go({ ...view, traits: [] })}
            >
              Clear traits
            </button>
          )}
        </div>
      )}
      <p className="mt-2 text-muted text-sm empty:hidden" aria-live="polite">
        {facets?.length === 0 && !isReading && 'These items have no traits. '}
        {facets && selects && facets.length > selects.length && (
          <>{formatCount(facets.length - selects.length)} more traits are not shown. </>
        )}
        {unknown > 0 && (
          <>
            {formatCount(unknown)} {unknown === 1 ? 'item' : 'items'} without known traits
            {chosen.length > 0 && (unknown === 1 ? ' is hidden' : ' are hidden')}.{' '}
          </>
        )}
        {known && isReading && 'Reading more…'}
      </p>
      {error !== null && (
        <p role="alert" className="text-bad text-sm">
          Couldn’t read the traits: {error.message}.{' '}
          <button type="button" className="link" onClick={retry}>
            Try again
          </button>
        </p>
      )}
    </section>
  );
}

type SelectProps = { facet: TraitFacet; chosen: string; onChoose: (value: string) => void };

function TraitSelect({ facet: { trait, values }, chosen, onChoose }: SelectProps) {
  const offered = values.filter(({ value, count }) => count > 0 || value === chosen);
  const listed = offered.slice(0, MAX_VALUES);
  const isListed = chosen === '' || listed.some(({ value }) => value === chosen);
  return (
    <label className="grid min-w-0 gap-1 text-sm sm:w-40">
      <span className="truncate text-muted" dir="auto">
        {trait === '' ? 'Unnamed trait' : clip(trait)}
      </span>
      <select
        className={`field ${chosen === '' ? '' : 'border-accent font-medium'}`}
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">Any</option>
        {!isListed && <option value={chosen}>{clip(chosen)}</option>}
        {listed.map(({ value, count }) => (
          // Unicode isolates (FSI, PDI) around untrusted text, because an option cannot contain a `<bdi>`.
          <option key={value} value={value}>{`\u2068${clip(value)}\u2069 (${formatCount(count)})`}</option>
        ))}
        {offered.length > listed.length && (
          <option disabled>{formatCount(offered.length - listed.length)} more, not listed</option>
        )}
      </select>
    </label>
  );
}
