import { Icon } from '../ui/icon';

/**
 * The icon that a wallet announces itself with, else a neutral one; from elsewhere than its own announcement nothing is
 * loaded.
 */
export function WalletIcon({ icon }: { icon: unknown }) {
  if (typeof icon !== 'string' || !icon.startsWith('data:image/'))
    return <Icon name="wallet" className="size-4.5 text-muted" />;
  return <img src={icon} alt="" width={18} height={18} className="size-4.5 rounded" />;
}
