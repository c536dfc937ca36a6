import type { AccountView } from '@/lib/dashboard/search-params';
import { isAddress } from '@/lib/solana/address/address';
import { AccountHead } from '../account/head/account-head';
import { AddressText } from '../ui/address-text';
import { Breadcrumb } from './breadcrumb';

type Props = { addressOrName: string; item: string; view: AccountView };

/** Header of an item page whose item could not be read: the account, the chain and the item's address. */
export function UnreadHead({ addressOrName, item, view }: Props) {
  return (
    <>
      <div className="mb-4 print:hidden">
        <Breadcrumb addressOrName={addressOrName} view={view} list="NFTs or tokens" />
      </div>
      <AccountHead addressOrName={addressOrName} chain={view.chain} head={undefined} over />
      {/* Text that is not an address is not shown, because it may be spam or a secret. */}
      {isAddress(item) && (
        <p className="mt-4 text-sm">
          <span className="text-muted">Item</span> <AddressText address={item} what="item" full />
        </p>
      )}
    </>
  );
}
