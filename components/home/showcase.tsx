import { ItemImage } from '@/components/ui/image';
import { PageLink } from '@/components/ui/page-link';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import { NEWEST_FIRST } from '@/lib/dashboard/bitcoin/chain-status/account-status';
import { shorten } from '@/lib/dashboard/format';
import {
  BTC_EXAMPLE,
  EXAMPLE_KEY,
  type Example,
  MORE_EXAMPLES,
  SHOWCASE,
} from '@/lib/dashboard/search/examples';
import { Identicon } from '../ui/identicon';
import { ExampleList } from './example-list';

/** Cards of sample accounts, with pictures of what they hold, and links to more examples. */
export function Showcase() {
  return (
    <section className="mt-8 min-[1600px]:mt-0" aria-labelledby="examples">
      <h2 id="examples" className="text-muted text-sm">
        Try an example (made-up data)
      </h2>
      <ul className="mt-2 grid gap-3 sm:grid-cols-3">
        {SHOWCASE.map((example) => (
          <li key={example.href}>
            <Card example={example}>
              <span className="grid grid-cols-4 sm:grid-cols-2" aria-hidden="true">
                {example.pictures.map((path) => (
                  <span key={path} className="block aspect-square">
                    <ItemImage path={path} width={256} />
                  </span>
                ))}
              </span>
            </Card>
          </li>
        ))}
        <li>
          <Card example={BTC_EXAMPLE}>
            <AccountPreview />
          </Card>
        </li>
      </ul>
      <details className="mt-3 text-sm">
        <summary className="link inline-flex min-h-8 items-center">More examples</summary>
        <div className="mt-1">
          <ExampleList examples={MORE_EXAMPLES} />
        </div>
      </details>
    </section>
  );
}

/** The smart accounts of the example's key. */
function AccountPreview() {
  const { smartAccountAddresses } = accountsOfKey(EXAMPLE_KEY);
  return (
    <span className="grid h-full grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] content-evenly gap-3 bg-sunken p-4 text-sm sm:aspect-square">
      {NEWEST_FIRST.map((version) => (
        <span key={version} className="flex items-center gap-3">
          <Identicon address={smartAccountAddresses[version]} className="size-12" />
          <span>
            <span className="block font-medium">Account {version}</span>
            <span className="block font-mono text-muted text-xs">
              {shorten(smartAccountAddresses[version], 6, 4)}
            </span>
          </span>
        </span>
      ))}
    </span>
  );
}

function Card({ example: { href, name, says }, children }: { example: Example; children: React.ReactNode }) {
  return (
    <PageLink
      href={href}
      className="flex h-full flex-col overflow-hidden rounded-lg border border-line bg-raised hover:border-line-strong"
    >
      {children}
      <span className="border-line border-t px-3 py-2">
        <span className="block font-medium">{name}</span>
        <span className="block text-muted text-sm">{says}</span>
      </span>
    </PageLink>
  );
}
