import Link from 'next/link';
import { clusterLabel } from '@/lib/dashboard/chains';
import { accountCalled } from '@/lib/dashboard/format';
import { type AccountView, writeAccountView } from '@/lib/dashboard/search-params';

type Props = {
  addressOrName: string;
  /** The account's page as it is gone back to. */
  view: AccountView;
  /** The list that the item is of. */
  list: string;
};

/** From an item back to the account that holds it. */
export function Breadcrumb({ addressOrName, view, list }: Props) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-sm">
      <Link
        prefetch={false}
        href={`/account/${encodeURIComponent(addressOrName)}${writeAccountView(view)}`}
        className="link clipped"
      >
        {accountCalled(addressOrName)}
      </Link>{' '}
      <span className="text-muted">
        / {list} on {clusterLabel(view.chain)}
      </span>
    </nav>
  );
}
