'use client';

import { useParams, useSearchParams } from 'next/navigation';
import { AddressText } from '@/components/ui/address-text';
import { Notice } from '@/components/ui/notice';
import { accountHref, clusterLabel } from '@/lib/dashboard/chains';
import { accountCalled } from '@/lib/dashboard/format';
import { readAccountView } from '@/lib/dashboard/search-params';
import { isBase58 } from '@/lib/solana/address/base58';
import { pageOfText } from '../../../page-text';

/** Error page for an item that the account does not hold, with links to the account and to the item's own page. */
export default function ItemNotFound() {
  const params = useParams<{ address: string; item: string }>();
  const { chain } = readAccountView(new URLSearchParams(useSearchParams()));
  const [address, item] = [pageOfText(params.address), pageOfText(params.item)];
  // Text that is not an address is not shown, because it may be spam or a secret.
  const hasPage = isBase58(item);
  return (
    <Notice title="This account doesn’t hold the item" level={1}>
      {hasPage && (
        <>
          <p>Item</p>
          <AddressText address={item} what="item" full />
        </>
      )}
      <p className="mt-2">
        The account {accountCalled(address)} doesn’t hold it on {clusterLabel(chain)}. It may have been moved
        or burned, or it is of a kind that can’t be checked here.
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        <a href={accountHref(address, chain)} className="control control-primary">
          Show this account
        </a>
        {hasPage && (
          <a href={accountHref(item, chain)} className="control">
            Show the item’s own page
          </a>
        )}
      </p>
    </Notice>
  );
}
