import Link from 'next/link';
import { SampleStrip } from '@/components/home/sample-strip';
import { SearchBox } from '@/components/search/search-box';
import { Icon } from '@/components/ui/icon';
import { WalletAccountButton } from '@/components/wallet/wallet-account-button';
import { cleanText } from '@/lib/dashboard/format';
import { detectInput } from '@/lib/dashboard/search/detect-input';
import { exposedSecretMessage } from '@/lib/dashboard/search/detected-input';
import { EXAMPLES } from '@/lib/dashboard/search/examples';
import { quotableText } from '@/lib/dashboard/search/quotable-text';
import { sampleStrip } from '@/lib/server/pages/home/sample-strip';

type Props = { searchParams: Promise<{ q?: string | string[] }> };

export default async function HomePage({ searchParams }: Props) {
  const { q } = await searchParams;
  const text = (Array.isArray(q) ? q[0] : q) ?? '';
  const refused = await detectInput(text);
  return (
    <div className="mx-auto max-w-2xl pt-[6vh] print:max-w-none">
      <h1 className="text-balance font-semibold text-3xl tracking-tight">What does this account hold?</h1>
      <p className="mt-2 max-w-prose text-muted">
        The tokens and NFTs of a Solana account, exactly; and the{' '}
        <span className="whitespace-nowrap">ERC-4337</span> smart accounts of a Bitcoin key, on every chain.
      </p>
      <div className="mt-6">
        <SearchBox
          autoFocus
          large
          inline
          refused={
            refused?.ok === false
              ? {
                  text: refused.kind === 'wrong' && (await quotableText(text)) ? cleanText(text) : undefined,
                  said: (
                    <p role="alert" className="mt-2 rounded-md bg-bad-soft px-2.5 py-1.5 text-bad text-sm">
                      {refused.kind === 'secret'
                        ? exposedSecretMessage(refused.label)
                        : `${refused.message}.`}
                    </p>
                  ),
                }
              : undefined
          }
        />
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <WalletAccountButton />
          <Link prefetch={false} href="/bitcoin" className="control">
            <Icon name="key" />
            Bitcoin key or wallet
          </Link>
        </div>
      </div>
      <p className="mt-4 max-w-prose text-muted text-sm">
        Paste a Solana wallet, mint, token account, program or transaction, or a .sol name; a Bitcoin public
        key, address or transaction; an Ethereum account or name; a payment URI, an explorer’s or a market’s
        link; or a text that holds some of these.
      </p>
      <SampleStrip nfts={await sampleStrip()} />
      <h2 className="mt-8 text-muted text-sm">Examples</h2>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {EXAMPLES.map(({ href, name, says }) => (
          <li key={href}>
            <Link
              prefetch={false}
              href={href}
              className="justify-between gap-x-4 py-2.5 hover:bg-sunken max-sm:grid sm:flex sm:items-baseline"
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
