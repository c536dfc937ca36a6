'use client';

import { requestSignature, type SigningAnswer } from '@/lib/dashboard/bitcoin/request-signature';
import { base64Of, bitcoinStandardWallets, signWithStandardWallet } from './wallet-standard';

/** A Bitcoin wallet of this browser that signs messages. It asks its owner first. */
export type BtcSigner = {
  name: string;
  /** @param isTaproot such an address takes BIP-322; all others ECDSA, which every wallet knows and whose key shows */
  sign: (address: string, isTaproot: boolean, message: string) => Promise<SigningAnswer>;
};

type Protocol = 'ecdsa' | 'bip322-simple';
type SignMessage = (message: string, protocol: Protocol) => Promise<unknown>;
type Request = (method: string, params?: unknown) => Promise<unknown>;
type Phantom = {
  requestAccounts: () => Promise<{ address?: unknown }[]>;
  signMessage?: (address: string, message: Uint8Array) => Promise<{ signature?: unknown }>;
};
type Providers = {
  phantom?: { bitcoin?: Phantom };
  unisat?: { requestAccounts: () => Promise<string[]>; signMessage?: SignMessage };
  okxwallet?: { bitcoin?: { connect: () => Promise<{ address?: unknown }>; signMessage?: SignMessage } };
  XverseProviders?: { BitcoinProvider?: { request: Request } };
  LeatherProvider?: { request: Request };
};

/** The wallets that are present and can sign; they may appear a moment after the page does. */
export function findBtcSigners(): BtcSigner[] {
  const { unisat, okxwallet, XverseProviders, LeatherProvider, phantom } = window as unknown as Providers;
  const found: BtcSigner[] = [];
  const okx = okxwallet?.bitcoin;
  if (unisat?.signMessage)
    found.push(
      accountSigner(
        'UniSat',
        async () => (await unisat.requestAccounts())[0],
        (...asked) => unisat.signMessage?.(...asked),
      ),
    );
  if (okx?.signMessage)
    found.push(
      accountSigner(
        'OKX',
        async () => (await okx.connect()).address,
        (...asked) => okx.signMessage?.(...asked),
      ),
    );
  if (XverseProviders?.BitcoinProvider) found.push(xverseSigner(XverseProviders.BitcoinProvider));
  if (LeatherProvider) found.push(leatherSigner(LeatherProvider));
  if (phantom?.bitcoin?.signMessage) found.push(phantomSigner(phantom.bitcoin));
  const named = new Set(found.map(({ name }) => name.toLowerCase()));
  for (const wallet of bitcoinStandardWallets()) {
    const { name, features } = wallet;
    if ('bitcoin:signMessage' in features && !named.has(name.toLowerCase().replace(/ wallet$/, '')))
      found.push({
        name,
        sign: (address, _, message) =>
          requestSignature(() => signWithStandardWallet(wallet, address, message)),
      });
  }
  return found;
}

/** A wallet that signs with the account that is chosen in it. */
function accountSigner(
  name: string,
  chosen: () => Promise<unknown>,
  signMessage: (message: string, protocol: Protocol) => Promise<unknown> | undefined,
): BtcSigner {
  return {
    name,
    sign: (address, isTaproot, message) =>
      requestSignature(async () => {
        if ((await chosen()) !== address) return undefined;
        return (await signMessage(message, isTaproot ? 'bip322-simple' : 'ecdsa')) ?? null;
      }),
  };
}

/** An answer may stand alone or in `result`; a refusal may be answered instead of thrown. */
function signatureIn(answer: unknown): { signature?: unknown; address?: unknown } {
  const { result, error } = answer as { result?: unknown; error?: unknown };
  if (error !== undefined && error !== null) throw error;
  return (result ?? answer) as { signature?: unknown };
}

function xverseSigner(wallet: { request: Request }): BtcSigner {
  return {
    name: 'Xverse',
    sign: (address, isTaproot, message) =>
      requestSignature(async () => {
        const why = 'Satchel asks you to sign a message with this address. It moves no coins.';
        signatureIn(
          await wallet.request('wallet_connect', { addresses: ['payment', 'ordinals'], message: why }),
        );
        const protocol = isTaproot ? 'BIP322' : 'ECDSA';
        return (
          signatureIn(await wallet.request('signMessage', { address, message, protocol })).signature ?? null
        );
      }),
  };
}

function leatherSigner(wallet: { request: Request }): BtcSigner {
  return {
    name: 'Leather',
    sign: (address, isTaproot, message) =>
      requestSignature(async () => {
        const paymentType = isTaproot ? 'p2tr' : 'p2wpkh';
        const given = signatureIn(await wallet.request('signMessage', { message, paymentType }));
        // It signs with its own account, and says which.
        return given.address !== undefined && given.address !== address
          ? undefined
          : (given.signature ?? null);
      }),
  };
}

/** It signs bytes by BIP-322, and answers with bytes (docs.phantom.com, Bitcoin provider). */
function phantomSigner(wallet: Phantom): BtcSigner {
  return {
    name: 'Phantom',
    sign: (address, _, message) =>
      requestSignature(async () => {
        const accounts = await wallet.requestAccounts();
        if (!accounts.some((account) => account.address === address)) return undefined;
        const given = await wallet.signMessage?.(address, new TextEncoder().encode(message));
        return given?.signature instanceof Uint8Array ? base64Of(given.signature) : null;
      }),
  };
}
