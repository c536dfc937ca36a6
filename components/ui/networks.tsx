'use client';

import { createContext, type ReactNode, use } from 'react';
import { accountHref, clusterName, SOLANA_CLUSTERS, solanaCluster } from '@/lib/dashboard/chains';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { SAMPLE_SHOWCASE_WALLET } from '@/lib/solana/sample-addresses';
import { Icon } from './icon';
import { Popover } from './menu';
import { PageLink } from './page-link';

/** The Solana networks that this server serves. */
const Networks = createContext(SOLANA_CLUSTERS);

/** Provides the networks of the menu and of the links below. */
export function NetworksProvider({ chainIds, children }: { chainIds: number[]; children: ReactNode }) {
  return <Networks value={chainIds.map(solanaCluster)}>{children}</Networks>;
}

/** Links to the same address on other networks. */
export function NetworkMenu({ addressOrName, chain }: { addressOrName: string; chain: number }) {
  return (
    <Popover
      label={
        <>
          <Icon name="network" className="size-4 sm:hidden" />
          <span className="max-sm:sr-only">
            <span className="sr-only">Network: </span>
            {clusterName(chain)}
          </span>
          <Icon name="down" className="size-3.5 text-muted max-sm:hidden" />
        </>
      }
    >
      <nav aria-label="Network" className="grid min-w-40">
        {use(Networks).map(({ chainId, name }) => (
          <a
            key={chainId}
            href={accountHref(addressOrName, chainId)}
            aria-current={chainId === chain ? 'page' : undefined}
            className={`menu-item ${chainId === chain ? 'bg-accent-soft font-medium text-accent' : ''}`}
          >
            {name}
          </a>
        ))}
      </nav>
    </Popover>
  );
}

/** Links that try an address on the other networks. */
export function TryNetworks({ address, chain }: { address: string; chain: number }) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 text-sm">
      {use(Networks)
        .filter(({ chainId }) => chainId !== chain)
        .map(({ chainId, name }) => (
          <PageLink
            key={chainId}
            href={accountHref(address, chainId)}
            className="link inline-flex min-h-6 pointer-coarse:min-h-11 items-center"
          >
            Try {name}
          </PageLink>
        ))}
    </p>
  );
}

/** A link to an example on the sample network, if the server has that. */
export function SampleLink() {
  const hasSample = use(Networks).some(({ chainId }) => chainId === SAMPLE_CHAIN_ID);
  return (
    hasSample && (
      <PageLink
        href={accountHref(SAMPLE_SHOWCASE_WALLET, SAMPLE_CHAIN_ID)}
        className="link inline-flex min-h-6 pointer-coarse:min-h-11 items-center"
      >
        See an example on the sample network
      </PageLink>
    )
  );
}
