import type { BtcNetwork } from '@/lib/bitcoin/address';
import { bitcoinExplorers } from '@/lib/dashboard/bitcoin/explorers';

type Props = { network: BtcNetwork; what: 'address' | 'tx'; id: string };

/** Links to the explorers of the Bitcoin network that an address or a transaction is of. */
export function BitcoinExplorerLinks({ network, what, id }: Props) {
  const links = bitcoinExplorers(network, what, id);
  if (links.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 whitespace-nowrap text-xs">
      {links.map(({ network: name, href }) => (
        <a key={name} href={href} rel="noreferrer noopener" target="_blank" className="link py-1">
          {links.length === 1 ? 'Explorer' : `Explorer of ${name}`}
        </a>
      ))}
    </span>
  );
}
