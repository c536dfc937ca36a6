'use client';

import { useEffect, useState } from 'react';
import {
  usablePairs,
  type WalletFault,
  type WalletPair,
  walletFault,
} from '@/lib/dashboard/bitcoin/wallet-pairs';
import { announcedWallets, onWalletsChange } from './announced-wallets';

/** A Bitcoin wallet in this browser, from which only addresses and public keys are requested. */
export type BtcWallet = {
  name: string;
  /** A data URL, for wallets that announce an icon. */
  icon?: unknown;
  /** Asks for accounts with their public keys. Rejects if the owner refuses. */
  connect: () => Promise<Said>;
  /** Calls a listener when the wallet's account or network changes. Returns a function that removes the listener. */
  onSwitch?: (listener: () => void) => () => void;
};

type WalletAnswer =
  | { ok: true; pairs: WalletPair[]; network: string | undefined }
  | { ok: false; fault: WalletFault };

type Given = { address?: unknown; publicKey?: unknown; symbol?: unknown; type?: unknown };
type Request = (method: string, params?: unknown) => Promise<unknown>;
type Emitter = {
  on?: (event: string, listener: () => void) => void;
  removeListener?: (event: string, listener: () => void) => void;
};
type Unisat = Emitter & {
  requestAccounts: () => Promise<string[]>;
  getPublicKey: () => Promise<string>;
  getChain?: () => Promise<{ enum?: string }>;
};
type Okx = Emitter & {
  connect: () => Promise<Given & { compressedPublicKey?: string }>;
  getPublicKey?: () => Promise<string>;
};
type Phantom = Emitter & { requestAccounts: () => Promise<Given[]> };
type Providers = {
  phantom?: { bitcoin?: Phantom };
  unisat?: Unisat;
  okxwallet?: { bitcoin?: Okx };
  XverseProviders?: { BitcoinProvider?: { request: Request } };
  LeatherProvider?: { request: Request };
};

/** Returns the wallets in this browser; none on the server and during hydration. */
export function useBtcWallets(): BtcWallet[] {
  const [wallets, setWallets] = useState<BtcWallet[]>([]);
  useEffect(() => {
    const find = () => setWallets(findBtcWallets());
    find();
    // Some extensions add their provider only when the page has loaded.
    addEventListener('load', find);
    const stop = onWalletsChange(find);
    return () => {
      removeEventListener('load', find);
      stop();
    };
  }, []);
  return wallets;
}

function findBtcWallets(): BtcWallet[] {
  const { unisat, okxwallet, XverseProviders, LeatherProvider, phantom } = window as unknown as Providers;
  const found: BtcWallet[] = [];
  if (unisat) found.push(unisatWallet(unisat));
  if (okxwallet?.bitcoin) found.push(okxWallet(okxwallet.bitcoin));
  if (XverseProviders?.BitcoinProvider) found.push(xverseWallet(XverseProviders.BitcoinProvider));
  if (LeatherProvider) found.push(leatherWallet(LeatherProvider));
  if (phantom?.bitcoin) found.push(phantomWallet(phantom.bitcoin));
  const named = new Set(found.map(({ name }) => name.toLowerCase()));
  for (const { name, icon, features } of announcedWallets('bitcoin'))
    if ('bitcoin:connect' in features && !named.has(name.toLowerCase().replace(/ wallet$/, '')))
      found.push({ name, icon, connect: () => connectStandard(features as BitcoinFeatures) });
  return found;
}

type Said = { given: readonly Given[]; network?: string | undefined };

/** Asks a wallet for its addresses and public keys. Never throws. */
export async function readPairs(wallet: BtcWallet): Promise<WalletAnswer> {
  try {
    const { given, network } = await wallet.connect();
    if (given.length === 0) return { ok: false, fault: 'no-account' };
    const pairs = usablePairs(given);
    return pairs.length === 0 ? { ok: false, fault: 'no-key' } : { ok: true, pairs, network };
  } catch (thrown) {
    return { ok: false, fault: walletFault(thrown) };
  }
}

/** Returns the `onSwitch` of a wallet. A wallet whose functions throw reports nothing. */
const switches = (wallet: Emitter, events: readonly string[]) => (listener: () => void) => {
  const forEvents = (change: (event: string) => void) => {
    try {
      events.forEach(change);
    } catch {}
  };
  forEvents((event) => wallet.on?.(event, listener));
  return () => forEvents((event) => wallet.removeListener?.(event, listener));
};

function unisatWallet(wallet: Unisat): BtcWallet {
  return {
    name: 'UniSat',
    connect: async () => {
      const [address] = await wallet.requestAccounts();
      if (address === undefined) return { given: [] };
      const publicKey = await wallet.getPublicKey();
      const chain = await wallet.getChain?.().catch(() => undefined);
      return { given: [{ address, publicKey }], network: chain?.enum };
    },
    onSwitch: switches(wallet, ['accountsChanged', 'chainChanged']),
  };
}

function okxWallet(wallet: Okx): BtcWallet {
  return {
    name: 'OKX',
    connect: async () => {
      const { address, publicKey, compressedPublicKey } = await wallet.connect();
      // Taproot accounts have an x-only key; a separate request may return the full key.
      const whole = compressedPublicKey ?? (await wallet.getPublicKey?.().catch(() => undefined));
      return {
        given: [
          { address, publicKey: whole },
          { address, publicKey: whole === undefined ? publicKey : undefined },
        ],
      };
    },
    onSwitch: switches(wallet, ['accountChanged', 'accountsChanged']),
  };
}

/** Adapts Phantom, which returns each account with its public key (docs.phantom.com, Bitcoin provider). */
function phantomWallet(wallet: Phantom): BtcWallet {
  return {
    name: 'Phantom',
    connect: async () => {
      const accounts = await wallet.requestAccounts();
      return { given: Array.isArray(accounts) ? accounts : [] };
    },
    onSwitch: switches(wallet, ['accountsChanged']),
  };
}

/**
 * Returns the addresses in a response, which may be wrapped in `result`.
 * @throws the response's `error`
 */
function addressesIn(answer: unknown): Said {
  const { result, error, addresses, network } = answer as {
    result?: unknown;
    error?: unknown;
    addresses?: unknown;
    network?: { bitcoin?: { name?: string } };
  };
  if (error !== undefined && error !== null) throw error;
  if (result !== undefined) return addressesIn(Array.isArray(result) ? { addresses: result } : result);
  return {
    given: Array.isArray(addresses) ? (addresses as Given[]) : [],
    network: network?.bitcoin?.name,
  };
}

const WHY = 'Satchel reads your addresses and public keys. Nothing is signed.';

function xverseWallet(wallet: { request: Request }): BtcWallet {
  const purposes = ['payment', 'ordinals'];
  return {
    name: 'Xverse',
    connect: async () => {
      try {
        return addressesIn(
          await wallet.request('wallet_connect', { addresses: purposes, message: WHY, network: 'Mainnet' }),
        );
      } catch (thrown) {
        if (walletFault(thrown) !== 'failed') throw thrown;
        // Older versions of the wallet lack `wallet_connect`.
        return addressesIn(await wallet.request('getAccounts', { purposes, message: WHY }));
      }
    },
  };
}

function leatherWallet(wallet: { request: Request }): BtcWallet {
  return {
    name: 'Leather',
    connect: async () => {
      const { given, network } = addressesIn(await wallet.request('getAddresses'));
      return { given: given.filter(({ symbol }) => symbol === 'BTC'), network };
    },
  };
}

type BitcoinFeatures = {
  'bitcoin:connect': { connect: (input: { purposes: string[] }) => Promise<{ accounts: readonly Given[] }> };
};

/** Connects to a wallet that follows the Wallet Standard, and returns its accounts for payments and ordinals. */
async function connectStandard(features: BitcoinFeatures): Promise<Said> {
  const { accounts } = await features['bitcoin:connect'].connect({ purposes: ['payment', 'ordinals'] });
  return { given: accounts };
}
