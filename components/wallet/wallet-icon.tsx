/** The icon that a wallet announces itself with; from elsewhere than its own announcement nothing is loaded. */
export function WalletIcon({ icon }: { icon: unknown }) {
  if (typeof icon !== 'string' || !icon.startsWith('data:image/')) return null;
  return <img src={icon} alt="" width={18} height={18} className="size-4.5 rounded" />;
}
