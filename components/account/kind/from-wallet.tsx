'use client';

import { useScripted } from '@/components/ui/a11y/use-scripted';
import { cameFrom } from '@/lib/dashboard/account/came-from';
import { formatCount } from '@/lib/dashboard/format';

/** How many items of a collection are in the wallet from which the visitor opened it, with a link back. */
export function FromWallet({ address, chain }: { address: string; chain: number }) {
  const from = useScripted() ? cameFrom(chain, address) : undefined;
  if (from === undefined) return null;
  return (
    <p className="mb-2">
      <a href={from.href} className="link">
        {formatCount(from.count)} in the wallet you came from
      </a>
    </p>
  );
}
