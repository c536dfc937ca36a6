'use client';

import type { WalletPair } from '@/lib/dashboard/bitcoin/wallet-pairs';

/** Explains why an x-only key from a wallet is not enough and offers the two full keys that match it. */
export function XOnlyChoice({ pair, onPick }: { pair: WalletPair; onPick: (pair: WalletPair) => void }) {
  return (
    <div className="rounded-md border border-line bg-caution-soft px-4 py-3 text-sm">
      <p>
        This wallet gave an x-only key of 32 bytes, as taproot addresses have. Two public keys share it, each
        with its own accounts. Switch the wallet to a segwit address (bc1q…) to be certain, or pick one:
      </p>
      <div className="mt-2 grid gap-1.5">
        {(['02', '03'] as const).map((prefix) => (
          <button
            key={prefix}
            type="button"
            className="control h-auto whitespace-normal text-balance break-all py-1.5 text-left font-mono text-xs"
            onClick={() => onPick({ ...pair, publicKey: prefix + pair.publicKey })}
          >
            {prefix}
            {pair.publicKey}
          </button>
        ))}
      </div>
    </div>
  );
}
