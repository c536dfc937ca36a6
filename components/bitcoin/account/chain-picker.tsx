'use client';

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

/** Which account is shown: its version, and the chain that is asked. A plain form without script. */
export function ChainPicker({ publicKey, chains, view, defaultChain }: Props) {
  const router = useRouter();
  const [going, go] = useTransition();
  const href = (change: Partial<BitcoinView>) => bitcoinHref(publicKey, { ...view, ...change }, defaultChain);
  return (
    <form method="get" className="flex flex-wrap items-center gap-2 print:hidden">
      {going && <span className="text-muted text-sm">Asking the chain</span>}
      <label className="control">
        <span className="text-muted">Chain</span>
        <select
          name="chain"
          className="max-w-40 bg-transparent"
          value={view.chain}
          onChange={(event) => go(() => router.push(href({ chain: Number(event.target.value) })))}
        >
          {chains.map(({ chainId, name }) => (
            <option key={chainId} value={chainId}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {ACCOUNT_VERSION_NAMES.map((version) => (
        <a
          key={version}
          href={href({ version })}
          aria-current={view.version === version ? 'true' : undefined}
          className="control"
        >
          <span className="sr-only">Version </span>
          {version}
        </a>
      ))}
      <noscript>
        <button type="submit" className="control">
          Show
        </button>
      </noscript>
    </form>
  );
}
