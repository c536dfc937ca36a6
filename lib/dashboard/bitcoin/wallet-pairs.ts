/** An address and public key given by a wallet. The key is 33 bytes in hex, or 32 bytes if it is x-only. */
export type WalletPair = { address: string; publicKey: string };

/** Whether a wallet's key is x-only. Two full keys fit an x-only key; its page offers both. */
export const isXOnlyKey = (publicKey: string): boolean => publicKey.length === 64;

/** Why a wallet returned no key. The page has a message for each fault. */
export type WalletFault = 'refused' | 'locked' | 'no-account' | 'no-key' | 'failed';

/** Converts a wallet's key to lower-case hex without `0x`; returns undefined if it does not have 32, 33 or 65 bytes. */
export function walletKey(key: unknown): string | undefined {
  const hex =
    key instanceof Uint8Array
      ? Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('')
      : typeof key === 'string'
        ? key.trim().replace(/^0x/i, '').toLowerCase()
        : '';
  return /^([0-9a-f]{64}|0[23][0-9a-f]{64}|04[0-9a-f]{128})$/.test(hex) ? hex : undefined;
}

/** Returns the usable pairs in a wallet's response without duplicates. Full keys come before x-only ones. */
export function usablePairs(given: readonly { address?: unknown; publicKey?: unknown }[]): WalletPair[] {
  const pairs = new Map<string, WalletPair>();
  for (const { address, publicKey } of given) {
    const key = walletKey(publicKey);
    if (typeof address === 'string' && address.trim() !== '' && key !== undefined)
      pairs.set(`${key} ${address}`, { address, publicKey: key });
  }
  return [...pairs.values()].sort(
    (a, b) => Number(isXOnlyKey(a.publicKey)) - Number(isXOnlyKey(b.publicKey)),
  );
}

/** How deep an error may be inside others. A wallet's error may contain itself. */
const MAX_NESTED = 4;

/** Classifies an error thrown by a wallet. Supports the different error formats that wallets use. */
export function walletFault(thrown: unknown, depth = 0): WalletFault {
  const { code, message, name, error } = (
    typeof thrown === 'object' && thrown !== null ? thrown : { message: String(thrown) }
  ) as { code?: unknown; message?: unknown; name?: unknown; error?: unknown };
  if (depth < MAX_NESTED && typeof error === 'object' && error !== null) return walletFault(error, depth + 1);
  const text = `${typeof name === 'string' ? name : ''} ${typeof message === 'string' ? message : ''}`;
  if (code === 4001 || code === -32000 || /reject|refus|den(y|ied)|cancel|declin/i.test(text))
    return 'refused';
  return /lock|log ?in|password/i.test(text) ? 'locked' : 'failed';
}

/** Returns the message for a wallet's fault, which says what to do next. */
export function walletMessage(wallet: string, fault: WalletFault): string {
  switch (fault) {
    case 'refused':
      return `The connection was refused in ${wallet}, so nothing was read. Try again and allow it, or paste the address.`;
    case 'locked':
      return `${wallet} is locked. Unlock it, then try again.`;
    case 'no-account':
      return `${wallet} gave no account. Unlock it, choose an account in it, then try again.`;
    case 'no-key':
      return `${wallet} gave an address without its public key. Paste the key, or look the address up.`;
    case 'failed':
      return `${wallet} did not respond as expected. Try again, or paste the address.`;
  }
}
