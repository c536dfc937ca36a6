import { PageLink } from '@/components/ui/page-link';
import { clusterLabel } from '@/lib/dashboard/chains';
import { accountCalled } from '@/lib/dashboard/format';
import { type AccountView, writeAccountView } from '@/lib/dashboard/search-params';

type Props = {
  addressOrName: string;
  /** View of the account's page that the link opens. */
  view: AccountView;
  /** Name of the list that contains the item. */
  list: string;
};

/** Link from an item to the account that holds it. */
export function Breadcrumb({ addressOrName, view, list }: Props) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1 basis-40 text-sm">
      <PageLink
        href={`/account/${encodeURIComponent(addressOrName)}${writeAccountView(view)}`}
        className="link clipped"
      >
        {accountCalled(addressOrName)}
      </PageLink>{' '}
      <span className="text-muted">
        / {list} on {clusterLabel(view.chain)}
      </span>
    </nav>
  );
}
