import { ItemImage } from '@/components/ui/image';
import { PageLink } from '@/components/ui/page-link';
import { DEFAULT_ACCOUNT_VERSION } from '@/lib/btc-account/account-versions';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import { type ChainChoice, isSampleChain } from '@/lib/dashboard/bitcoin-view';
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
export function Showcase({ chains }: ChainsProps) {
  return (
    <section className="mt-8 min-[1600px]:mt-0" aria-labelledby="examples">
      <h2 id="examples" className="text-muted text-sm">
        Try an example
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
            <AccountPreview chains={chains} />
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

type ChainsProps = { chains: readonly ChainChoice[] };

/** Number of chains that the preview of an account names. */
const MAX_CHAINS = 3;

/** The newest smart account of the example's key: its address, version and chains. */
function AccountPreview({ chains }: ChainsProps) {
  const address = accountsOfKey(EXAMPLE_KEY).smartAccountAddresses[DEFAULT_ACCOUNT_VERSION];
  const live = chains.filter((chain) => !isSampleChain(chain));
  const names = live.slice(0, MAX_CHAINS).map(({ name }) => name.replaceAll(' ', '\u00a0'));
  const more = live.length > MAX_CHAINS ? [`${live.length - MAX_CHAINS} more chains`] : [];
  return (
    <span className="grid h-full content-center gap-3 bg-sunken p-4 text-sm sm:aspect-square">
      <span className="flex items-center gap-2">
        <Identicon address={address} className="size-8" />
        <span>
          <span className="block font-medium">Account {DEFAULT_ACCOUNT_VERSION}</span>
          <span className="block font-mono text-muted text-xs">{shorten(address, 6, 4)}</span>
        </span>
      </span>
      <span className="text-muted text-xs">
        Same address on {new Intl.ListFormat('en').format([...names, ...more])}
      </span>
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
