'use client';

import { useParams, useSearchParams } from 'next/navigation';
import { AddressText } from '@/components/ui/address-text';
import { accountHref, clusterName } from '@/lib/dashboard/chains';
import { readAccountView } from '@/lib/dashboard/search-params';
import { isBase58 } from '@/lib/solana/address/base58';
import { pageOfText } from '../../../page-text';

/** Error page for an item that the account does not hold, with a link to the account. */
export default function ItemNotFound() {
  const params = useParams<{ address: string; item: string }>();
  const { chain } = readAccountView(new URLSearchParams(useSearchParams()));
  const account = pageOfText(params.address);
  const item = pageOfText(params.item);
  return (
    <div className="max-w-2xl py-16">
      <h1 className="font-semibold text-2xl tracking-tight">This account doesn’t hold the item</h1>
      <p className="mt-2 text-muted">
        It may have been transferred, sold or burned, or this server can’t read items of its kind.
      </p>
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 text-sm">
        {/* Text that is not an address is not shown, because it may be spam or a secret. */}
        {isBase58(item) && (
          <>
            <dt className="text-muted">Item</dt>
            <dd className="min-w-0">
              <AddressText address={item} what="item" full />
            </dd>
          </>
        )}
        <dt className="text-muted">Account</dt>
        <dd className="min-w-0">
          <AddressText address={account} what="account" full />
        </dd>
        <dt className="text-muted">Network</dt>
        <dd>{clusterName(chain)}</dd>
      </dl>
      <a href={accountHref(account, chain)} className="control mt-6">
        Show this account
      </a>
    </div>
  );
}
