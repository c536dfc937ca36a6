'use client';

import { useSyncExternalStore } from 'react';

/** Links that open a page in the browser of a wallet's app (docs.phantom.com and docs.solflare.com, “Browse”). */
const APPS = [
  { name: 'Phantom', browse: 'https://phantom.app/ul/browse/' },
  { name: 'Solflare', browse: 'https://solflare.com/ul/v1/browse/' },
];

/** Whether this is a phone or tablet, where wallets are apps with a built-in browser. */
const isMobile = () => /android|iphone|ipad|ipod/i.test(navigator.userAgent);

const neverChanges = () => () => undefined;

/** What to do without a Solana wallet in this browser: open the page in a wallet's app, or install an extension. */
export function NoSolanaWallet() {
  const isPhone = useSyncExternalStore(neverChanges, isMobile, () => false);
  return isPhone ? (
    <div className="flex flex-wrap gap-2">
      {APPS.map(({ name, browse }) => (
        <button
          key={name}
          type="button"
          className="control"
          onClick={() => {
            const page = encodeURIComponent(location.href);
            location.assign(`${browse}${page}?ref=${encodeURIComponent(location.origin)}`);
          }}
        >
          Open this page in {name}
        </button>
      ))}
    </div>
  ) : (
    <p>
      No Solana wallet was found in this browser. Install one from its own site, such as phantom.com,
      solflare.com or backpack.app, and reload this page, or paste an address.
    </p>
  );
}
