import { Icon } from '../ui/icon';

/**
 * The icon in a wallet's announcement, or a neutral one. Only data URLs are used, so that no other site is contacted.
 */
export function WalletIcon({ icon }: { icon: unknown }) {
  if (typeof icon !== 'string' || !icon.startsWith('data:image/'))
    return <Icon name="wallet" className="size-4.5 text-muted" />;
  return <img src={icon} alt="" width={18} height={18} className="size-4.5 rounded" />;
}
