'use client';

import { useState } from 'react';
import { collectionOf, type GroupFacet } from '@/lib/dashboard/account/shown-rows';
import { clip, formatCount, shorten } from '@/lib/dashboard/format';
import { NFT_FLAGS, TOKEN_FLAGS, type ViewFlag } from '@/lib/dashboard/search-params';
import type { Coverage } from '@/lib/solana/coverage';
import { Icon } from '../ui/icon';
import { Popover } from '../ui/menu';
import { useCollectionFace } from './gallery/use-collection-face';
import { useView } from './view-link';

/** Names of the filters of a list. */
export const FLAG_NAMES: Record<ViewFlag, string> = {
  'look-alike': 'Look-alike',
  'misleading-name': 'Misleading name',
  takeable: 'Others can move it',
  locked: 'Can’t be moved',
  'semi-fungible': 'Semi-fungible',
  compressed: 'Compressed',
};

type Props = {
  collections: readonly GroupFacet[];
  /** Number of unverified items that are hidden. */
  folded: number;
  notRead: Coverage['notRead'] | undefined;
};

/** Menu with the filters of a list. The button shows the number of active filters. */
export function FilterMenu({ collections, folded, notRead = [] }: Props) {
  const { view, go } = useView();
  const [isOpen, setIsOpen] = useState(false);
  const isNfts = view.tab === 'nfts';
  const flags: readonly ViewFlag[] = isNfts ? NFT_FLAGS : TOKEN_FLAGS;
  const on = view.only.length + Number(isNfts && view.fold) + Number(view.collection !== '');
  const isUnread = (flag: ViewFlag) =>
    flag === 'compressed' && notRead.some(({ what }) => what === 'compressed');
  return (
    <Popover
      buttonClass="control noscript:hidden"
      onToggle={setIsOpen}
      label={
        <>
          <Icon name="filter" />
          <span className="max-lg:sr-only">Filter</span>
          {on > 0 && <span className="font-medium text-accent tabular-nums">{on}</span>}
          <Icon name="down" className="size-3.5 text-muted max-lg:hidden" />
        </>
      }
    >
      <div className="grid w-64 gap-0.5">
        {flags.map((flag) => (
          <Check
            key={flag}
            isOn={view.only.includes(flag)}
            isDisabled={isUnread(flag) && !view.only.includes(flag)}
            onChange={(isOn) =>
              go({ ...view, only: isOn ? [...view.only, flag] : view.only.filter((each) => each !== flag) })
            }
          >
            {FLAG_NAMES[flag]}
            {isUnread(flag) && <span className="text-muted"> (not checked)</span>}
          </Check>
        ))}
        <Check isOn={view.fold} onChange={(fold) => go({ ...view, fold })}>
          Hide unverified
          {view.fold && <span className="text-muted"> ({formatCount(folded)} hidden)</span>}
        </Check>
        {isNfts && (
          <>
            <Check isOn={!view.flat} onChange={(isOn) => go({ ...view, flat: !isOn })}>
              Group by collection
            </Check>
            <label className="grid gap-1 px-2.5 pt-1 pb-2 text-sm">
              Collection
              <select
                className="field"
                value={view.collection}
                onChange={({ target }) => go({ ...view, collection: target.value, traits: [] })}
              >
                {/* Each option asks for the name of its collection. */}
                {isOpen && <Collections collections={collections} />}
              </select>
            </label>
          </>
        )}
      </div>
    </Popover>
  );
}

type CheckProps = {
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
  children: React.ReactNode;
};

function Check({ isOn, isDisabled = false, onChange, children }: CheckProps) {
  return (
    <label className={`menu-item flex items-center gap-2 ${isDisabled ? 'text-muted' : ''}`}>
      <input
        type="checkbox"
        className="size-4 accent-[var(--accent)]"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

function Collections({ collections }: { collections: readonly GroupFacet[] }) {
  const { view } = useView();
  const named = collections.filter(collectionOf);
  return (
    <>
      <option value="">All</option>
      {view.collection !== '' && !named.some(({ id }) => id === view.collection) && (
        <option value={view.collection}>{shorten(view.collection)}</option>
      )}
      {named.map((group) => (
        <CollectionOption key={group.id} group={group} chain={view.chain} />
      ))}
    </>
  );
}

/** An option for a collection, with the same name as in the gallery's headings. */
function CollectionOption({ group, chain }: { group: GroupFacet; chain: number }) {
  const { id, title, count } = group;
  const own = useCollectionFace(chain, id, false)?.name;
  // Unicode isolates (FSI, PDI) around untrusted text, because an option cannot contain a `<bdi>`.
  return <option value={id}>{`\u2068${clip(own ?? title)}\u2069 (${formatCount(count)})`}</option>;
}
