import { type WalletFault, walletFault } from './wallet-pairs';

/** A wallet's response to a signing request. The signature is untrusted and must be verified. */
export type SigningAnswer =
  | { ok: true; signature: string }
  | { ok: false; fault: Exclude<WalletFault, 'no-key'> | 'other-account' };

/**
 * Requests a signature from a wallet. Never throws.
 * @param ask returns the wallet's signature, or undefined if the wallet has no account with the address
 */
export async function requestSignature(ask: () => Promise<unknown>): Promise<SigningAnswer> {
  try {
    const signature = await ask();
    if (signature === undefined) return { ok: false, fault: 'other-account' };
    return typeof signature === 'string' ? { ok: true, signature } : { ok: false, fault: 'failed' };
  } catch (thrown) {
    const fault = walletFault(thrown);
    return { ok: false, fault: fault === 'no-key' ? 'failed' : fault };
  }
}

/** Returns the message for a failed request, which says what to do next. */
export function signingMessage(wallet: string, fault: (SigningAnswer & { ok: false })['fault']): string {
  switch (fault) {
    case 'refused':
      return `${wallet} refused, so nothing was signed. Try again and allow it, or paste a signature.`;
    case 'locked':
      return `${wallet} is locked. Unlock it, then try again.`;
    case 'no-account':
      return `${wallet} gave no account. Unlock it, choose an account in it, then try again.`;
    case 'other-account':
      return `${wallet} has another address chosen. Switch it to this address, then try again.`;
    case 'failed':
      return `${wallet} gave no signature. Sign the message in the wallet itself and paste the signature.`;
  }
}
