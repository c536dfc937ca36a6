'use client';

type Account = { address: string; publicKey: Uint8Array };
type StandardWallet = {
  name: string;
  features: Record<string, unknown>;
  accounts: readonly Account[];
};
type Connect = { connect: (input: { purposes: string[] }) => Promise<{ accounts: readonly Account[] }> };

const FEATURE = 'bitcoin:connect';

/** Wallets that announced themselves by the Wallet Standard, once its two events have been exchanged. */
function standardWallets(): StandardWallet[] {
  const found: StandardWallet[] = [];
  const register = (...wallets: StandardWallet[]) => {
    found.push(...wallets);
    return () => undefined;
  };
  // A wallet that came before the page listens for this; one that comes later is found on the next try.
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
  return found;
}

/** Those of them that know Bitcoin, with a connection that asks for nothing but accounts. */
export function bitcoinStandardWallets(): {
  name: string;
  connect: () => Promise<{ given: readonly Account[] }>;
}[] {
  return standardWallets()
    .filter(({ features }) => FEATURE in features)
    .map(({ name, features }) => ({
      name,
      connect: async () => {
        const { accounts } = await (features[FEATURE] as Connect).connect({
          purposes: ['payment', 'ordinals'],
        });
        return { given: accounts };
      },
    }));
}
