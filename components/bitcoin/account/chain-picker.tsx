'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import { type BitcoinView, bitcoinHref, type ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';

type Props = {
  publicKey: string;
  chains: readonly ChainChoice[];
  view: BitcoinView;
  defaultChain: number;
};

/** Which account is shown: its version, and the chain that is asked. */
export function ChainPicker({ publicKey, chains, view, defaultChain }: Props) {
  const router = useRouter();
  const [going, go] = useTransition();
  const href = (change: Partial<BitcoinView>) => bitcoinHref(publicKey, { ...view, ...change }, defaultChain);
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full print:hidden">
      {going && <span className="text-muted text-sm">Asking the chain</span>}
      <label className="control noscript:hidden max-sm:w-full">
        <span className="text-muted">Chain</span>
        <select
          className="bg-transparent max-sm:min-w-0 max-sm:flex-1 sm:max-w-40"
          value={view.chain}
          onChange={(event) =>
            go(() => router.push(href({ chain: Number(event.target.value) }), { scroll: false }))
          }
        >
          {chains.map(({ chainId, name }) => (
            <option key={chainId} value={chainId}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {ACCOUNT_VERSION_NAMES.map((version) => (
        <Link
          key={version}
          prefetch={false}
          scroll={false}
          href={href({ version })}
          aria-current={view.version === version ? 'true' : undefined}
          className="control"
        >
          <span className="sr-only">Version </span>
          {version}
        </Link>
      ))}
    </div>
  );
}
