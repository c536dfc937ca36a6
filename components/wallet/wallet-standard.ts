'use client';

import { type Account, announcedWallets } from './announced-wallets';

type Connect = { connect: (input: { purposes: string[] }) => Promise<{ accounts: readonly Account[] }> };
type SignMessage = {
  signMessage: (input: {
    account: Account;
    message: Uint8Array;
  }) => Promise<readonly { signature: Uint8Array }[]>;
};

const FEATURE = 'bitcoin:connect';
const SIGNING = 'bitcoin:signMessage';

/** Announced wallets that know Bitcoin, with a connection that asks for nothing but accounts. */
export function bitcoinStandardWallets(): {
  name: string;
  icon: unknown;
  connect: () => Promise<{ given: readonly Account[] }>;
}[] {
  return announcedWallets()
    .filter(({ features }) => FEATURE in features)
    .map(({ name, icon, features }) => ({
      name,
      icon,
      connect: async () => {
        const { accounts } = await (features[FEATURE] as Connect).connect({
          purposes: ['payment', 'ordinals'],
        });
        return { given: accounts };
      },
    }));
}

/** Those of them that sign messages: a signature in base64, or undefined when the wallet gives no such address. */
export function bitcoinStandardSigners(): {
  name: string;
  sign: (address: string, message: string) => Promise<string | undefined>;
}[] {
  return announcedWallets()
    .filter(({ features }) => FEATURE in features && SIGNING in features)
    .map(({ name, features }) => ({
      name,
      sign: async (address, message) => {
        const { accounts } = await (features[FEATURE] as Connect).connect({
          purposes: ['payment', 'ordinals'],
        });
        const account = accounts.find((each) => each.address === address);
        if (account === undefined) return undefined;
        const [given] = await (features[SIGNING] as SignMessage).signMessage({
          account,
          message: new TextEncoder().encode(message),
        });
        return base64Of(given?.signature ?? new Uint8Array());
      },
    }));
}

/** A signature that came as bytes; what is longer than any signature is cut. */
export const base64Of = (signature: Uint8Array): string =>
  btoa(String.fromCharCode(...signature.subarray(0, 2048)));
