import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type { StandardEventsFeature, StandardEventsListeners } from '@wallet-standard/features';

const isSolana = (chain: string) => chain.startsWith('solana:');
const isSolanaAccount = ({ chains }: WalletAccount) => chains.some(isSolana);

/** Whether a wallet also has chains or accounts other than Solana's. */
export const isShared = ({ chains = [], accounts = [] }: Partial<Wallet>): boolean =>
  !(chains.every(isSolana) && accounts.every(isSolanaAccount));

/**
 * Returns a wallet with only the Solana accounts of another one. The wallet adapter uses a wallet's first account,
 * whatever its chain, and requests one only from a wallet without accounts. The name differs, because the adapter finds
 * wallets by name.
 */
export function solanaView(wallet: Wallet): Wallet {
  const features = Object.fromEntries(
    Object.entries(wallet.features).filter(([name]) => /^(standard|solana):/.test(name)),
  );
  const events = wallet.features['standard:events'] as StandardEventsFeature['standard:events'];
  const on: typeof events.on = (event, listener) =>
    events.on(event, (change: Parameters<StandardEventsListeners['change']>[0]) =>
      listener(change.accounts ? { ...change, accounts: change.accounts.filter(isSolanaAccount) } : change),
    );
  return {
    version: wallet.version,
    name: `${wallet.name} (Solana)`,
    icon: wallet.icon,
    chains: wallet.chains.filter(isSolana),
    features: { ...features, 'standard:events': { ...events, on } },
    get accounts() {
      return wallet.accounts.filter(isSolanaAccount);
    },
  };
}
