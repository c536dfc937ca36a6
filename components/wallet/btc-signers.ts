'use client';

import { requestSignature, type SigningAnswer } from '@/lib/dashboard/bitcoin/request-signature';
import { base64Of, bitcoinStandardWallets, signWithStandardWallet } from './wallet-standard';

/** A Bitcoin wallet in this browser that can sign messages, after its owner's consent. */
export type BtcSigner = {
  name: string;
  /** @param isTaproot true for BIP-322; false for ECDSA, which all wallets support and which reveals the key */
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

/** Finds the wallets that can sign. Extensions may add wallets shortly after the page has loaded. */
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

/** Adapts a wallet that signs only with the account that is selected in the wallet. */
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

/**
 * Returns the result of a response, which may be wrapped in `result`.
 * @throws the response's `error`
 */
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
        // The wallet chooses the account and returns its address, which may be a different one.
        return given.address !== undefined && given.address !== address
          ? undefined
          : (given.signature ?? null);
      }),
  };
}

/** Adapts Phantom, which signs bytes with BIP-322 and returns bytes (docs.phantom.com, Bitcoin provider). */
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
