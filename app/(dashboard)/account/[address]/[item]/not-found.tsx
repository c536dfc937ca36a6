'use client';

import { useParams, useSearchParams } from 'next/navigation';
import { Notice, RefusedText } from '@/components/ui/notice';
import { accountHref } from '@/lib/dashboard/chains';
import { readAccountView } from '@/lib/dashboard/search-params';
import { isBase58 } from '@/lib/solana/address/base58';
import { pageOfText } from '../../../page-text';

/** Error page for an item that the account does not hold, with a link to the account. */
export default function ItemNotFound() {
  const params = useParams<{ address: string; item: string }>();
  const { chain } = readAccountView(new URLSearchParams(useSearchParams()));
  const item = pageOfText(params.item);
  return (
    <Notice title="This account doesn’t hold the item" level={1}>
      {/* Text that is not an address is not shown, because it may be spam or a secret. */}
      <RefusedText text={isBase58(item) ? item : undefined} />
      <p>It may have been transferred, sold or burned, or this server can’t read items of its kind.</p>
      <p className="mt-3">
        <a href={accountHref(pageOfText(params.address), chain)} className="control">
          Show this account
        </a>
      </p>
    </Notice>
  );
}
