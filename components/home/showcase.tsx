import Link from 'next/link';
import { ItemImage } from '@/components/ui/image';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { BTC_EXAMPLE, type Example, MORE_EXAMPLES, SHOWCASE } from '@/lib/dashboard/search/examples';
import { Icon } from '../ui/icon';

/**
 * Cards of sample accounts, with pictures of what they hold, and links to more examples.
 * @param strips NFTs of each wallet in `SHOWCASE`
 */
export function Showcase({ strips }: { strips: readonly (readonly NftRow[])[] }) {
  return (
    <section className="mt-8" aria-labelledby="examples">
      <h2 id="examples" className="text-muted text-sm">
        Try an example
      </h2>
      <ul className="mt-2 grid gap-3 sm:grid-cols-3">
        {SHOWCASE.map((example, card) => (
          <li key={example.href}>
            <Card example={example}>
              <span className="grid grid-cols-4 sm:grid-cols-2" aria-hidden="true">
                {strips[card]?.map(({ address, picture }) => (
                  <span key={address} className="block aspect-square">
                    <ItemImage path={picture} width={256} />
                  </span>
                ))}
              </span>
            </Card>
          </li>
        ))}
        <li>
          <Card example={BTC_EXAMPLE}>
            <span className="grid h-full min-h-20 place-items-center bg-accent-soft text-accent sm:aspect-square">
              <Icon name="key" className="size-14" />
            </span>
          </Card>
        </li>
      </ul>
      <details className="mt-3 text-sm">
        <summary className="link inline-flex min-h-8 items-center">More examples</summary>
        <ul className="mt-1 divide-y divide-line border-line border-y">
          {MORE_EXAMPLES.map(({ href, name, says }) => (
            <li key={href}>
              <Link
                prefetch={false}
                href={href}
                className="flex min-h-10 items-center justify-between gap-x-4 hover:bg-sunken max-sm:flex-col max-sm:items-start max-sm:py-1.5"
              >
                <span className="font-medium text-accent">{name}</span>
                <span className="text-muted">{says}</span>
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function Card({ example: { href, name, says }, children }: { example: Example; children: React.ReactNode }) {
  return (
    <Link
      prefetch={false}
      href={href}
      className="flex h-full flex-col overflow-hidden rounded-lg border border-line bg-raised hover:border-line-strong"
    >
      {children}
      <span className="border-line border-t px-3 py-2">
        <span className="block font-medium">{name}</span>
        <span className="block text-muted text-sm">{says}</span>
      </span>
    </Link>
  );
}
