import { describe, expect, it } from 'vitest';
import { usablePairs, walletFault, walletKey } from './wallet-pairs';

const X = 'ab'.repeat(32);

describe('answers of wallets', () => {
  it('accepts wallet keys of 32, 33 or 65 bytes, as hex or bytes', () => {
    expect(walletKey(`0x02${X.toUpperCase()}`)).toBe(`02${X}`);
    expect(walletKey(Uint8Array.from([3, ...new Array(32).fill(0xab)]))).toBe(`03${X}`);
    expect(walletKey(X)).toBe(X);
    expect(walletKey('05')).toBeUndefined();
    expect(walletKey(undefined)).toBeUndefined();
  });
  it('sorts full public keys before x-only keys', () => {
    const pairs = usablePairs([
      { address: 'bc1p', publicKey: X },
      { address: 'bc1q', publicKey: `02${X}` },
      { address: 'bc1q', publicKey: `02${X}` },
      { address: 7, publicKey: X },
      { address: ' ', publicKey: X },
    ]);
    expect(pairs.map(({ address }) => address)).toEqual(['bc1q', 'bc1p']);
  });
  it('classifies a wallet’s error as a rejection by the user, a locked wallet or another failure', () => {
    expect(walletFault({ code: 4001 })).toBe('refused');
    expect(walletFault({ error: { code: -32000, message: 'User rejected' } })).toBe('refused');
    expect(walletFault(new Error('User denied account authorization'))).toBe('refused');
    expect(walletFault({ message: 'Wallet is locked' })).toBe('locked');
    expect(walletFault('boom')).toBe('failed');
  });
});
