import Link from 'next/link';
import { SearchBox } from '@/components/search/search-box';
import { recognise } from '@/lib/dashboard/recognise';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';

const EXAMPLES = [
  {
    href: `/account/${SAMPLE_WALLET}?chain=104`,
    name: 'A wallet of the sample network',
    says: 'Tokens and NFTs of every kind; needs no network',
  },
  {
    href: '/bitcoin/02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c',
    name: 'A Bitcoin public key',
    says: 'Its smart accounts on every chain, and its addresses',
  },
  {
    href: '/bitcoin/bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u',
    name: 'A Bitcoin address',
    says: 'The smart accounts recorded for it',
  },
];

export default async function HomePage({
  searchParams,
}: {
  searchParams: Promise<{ q?: string | string[] }>;
}) {
  const { q } = await searchParams;
  const refused = recognise((Array.isArray(q) ? q[0] : q) ?? '');
  return (
    <div className="mx-auto max-w-2xl pt-[8vh]">
      <h1 className="font-semibold text-3xl tracking-tight">What does this account hold?</h1>
      <p className="mt-2 text-muted">
        The tokens and NFTs of a Solana account, exactly; and the ERC-4337 smart account of a Bitcoin key.
      </p>
      <div className="mt-6">
        <SearchBox autoFocus />
        {refused?.ok === false && (
          <p role="alert" className="mt-2 text-bad text-sm">
            {refused.message}
          </p>
        )}
      </div>
      <h2 className="mt-12 font-medium text-muted text-sm">Examples</h2>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {EXAMPLES.map(({ href, name, says }) => (
          <li key={href}>
            <Link
              prefetch={false}
              href={href}
              className="flex flex-wrap items-baseline justify-between gap-x-4 px-1 py-3 hover:bg-sunken"
            >
              <span className="font-medium text-accent">{name}</span>
              <span className="text-muted text-sm">{says}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
