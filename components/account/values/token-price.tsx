'use client';

import { lazy, Suspense } from 'react';
import type { Props } from './price-of-token';

/** Not part of the page's first script, because prices are requested after the page has been drawn. */
const PriceOfToken = lazy(async () => ({ default: (await import('./price-of-token')).PriceOfToken }));
const ValueOfToken = lazy(async () => ({ default: (await import('./price-of-token')).ValueOfToken }));

/** The price of one token with its source. */
export const TokenPrice = (props: Props) => (
  // The price and its source have two lines.
  <span className="block min-h-10">
    <Suspense fallback={<span className="text-muted">Reading prices…</span>}>
      <PriceOfToken {...props} />
    </Suspense>
  </span>
);

/** The value of a held token, on the line of its amount, so that nothing moves when it arrives. */
export const TokenValue = (props: Props) => (
  <span className="ml-1.5 text-lg tabular-nums noscript:hidden print:hidden">
    <Suspense>
      <ValueOfToken {...props} />
    </Suspense>
  </span>
);
