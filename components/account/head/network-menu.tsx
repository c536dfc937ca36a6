import { Icon } from '@/components/ui/icon';
import { Popover } from '@/components/ui/menu';
import { accountHref, clusterName, SOLANA_CLUSTERS } from '@/lib/dashboard/chains';

/** Links to the same address on other networks. */
export function NetworkMenu({ addressOrName, chain }: { addressOrName: string; chain: number }) {
  const isKnown = SOLANA_CLUSTERS.some(({ chainId }) => chainId === chain);
  const clusters = isKnown
    ? SOLANA_CLUSTERS
    : [...SOLANA_CLUSTERS, { chainId: chain, name: clusterName(chain) }];
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
        {clusters.map(({ chainId, name }) => (
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
