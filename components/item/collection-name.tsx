'use client';

import { accountHref } from '@/lib/dashboard/chains';
import { shorten } from '@/lib/dashboard/format';
import { useCollectionFace } from '../account/gallery/use-collection-face';
import { VerifiedLabel } from './verified-label';

type Props = { chain: number; collection: string; isVerified: boolean };

/** An item's collection by name, or by its shortened address until the name is known. */
export function CollectionName({ chain, collection, isVerified }: Props) {
  const face = useCollectionFace(chain, isVerified ? collection : undefined);
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-1.5">
      <a href={accountHref(collection, chain)} title={collection} dir="auto" className="link clipped">
        {face?.name ?? shorten(collection, 6, 6)}
      </a>
      <VerifiedLabel verified={isVerified} />
    </span>
  );
}
