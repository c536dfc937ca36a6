import { Icon } from '@/components/ui/icon';
import { OutLink } from '@/components/ui/out-link';
import type { BtcNetwork } from '@/lib/bitcoin/address';
import { bitcoinExplorers } from '@/lib/dashboard/bitcoin/explorers';

type Props = {
  network: BtcNetwork;
  what: 'address' | 'tx';
  id: string;
  /** Whether the links look like buttons. */
  asControls?: boolean;
};

/** Links to an address or a transaction on the block explorers of its Bitcoin network. */
export function BitcoinExplorerLinks({ network, what, id, asControls = false }: Props) {
  const links = bitcoinExplorers(network, what, id);
  if (links.length === 0) return null;
  return (
    <span
      className={`inline-flex flex-wrap items-center whitespace-nowrap ${asControls ? 'gap-2' : 'gap-x-2 text-xs print:hidden'}`}
    >
      {links.map(({ network: name, href }) => (
        <OutLink key={name} href={href} className={asControls ? 'control' : 'link py-1'}>
          {links.length === 1 ? 'Explorer' : `${name} explorer`}
          {asControls && <Icon name="out" className="size-3.5 text-muted" />}
        </OutLink>
      ))}
    </span>
  );
}
