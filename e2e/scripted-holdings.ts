import type { Page, Route } from '@playwright/test';
import { SAMPLE_BIG_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';

// Scripted streams of holdings that replace the server's in the browser.

/** Creates a function that makes the page receive `lines` as its stream of holdings. */
export const stream = (lines: readonly object[]) => async (page: Page) => {
  await page.route('**/api/holdings/**', (route: Route) =>
    route.fulfill({
      contentType: 'application/x-ndjson',
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    }),
  );
};

/** The first line of the stream for the wallet of 10,000 NFTs, without rows. */
export const HEAD = {
  type: 'holdings',
  tokens: [],
  nfts: [],
  head: {
    address: SAMPLE_BIG_WALLET,
    lamports: '25000000000',
    slot: 3e8,
    tokens: 0,
    nfts: 10_000,
    warnings: [],
    notRead: [],
  },
};

/** Rows of the first part of a list, without data from documents. */
export const FIRST_ROWS = Array.from({ length: 12 }, (_, i) => ({
  address: sampleAddress(`part ${i}`),
  mint: sampleAddress(`part mint ${i}`),
  name: `Tidepool #${i + 1}`,
  symbol: 'TIDE',
  collection: sampleAddress('part collection'),
}));

/**
 * Creates a function that makes the page receive some progress, and optionally the line `more`,
 * after which the stream stalls.
 */
export const halfway = (more?: object) => async (page: Page) => {
  await page.addInitScript(
    (said) => {
      const original = window.fetch;
      window.fetch = (input, init) => {
        if (!String(input).includes('/api/holdings/')) return original(input, init);
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(
              new TextEncoder().encode(said.map((line) => `${JSON.stringify(line)}\n`).join('')),
            );
            init?.signal?.addEventListener('abort', () =>
              controller.error(new DOMException('aborted', 'AbortError')),
            );
          },
        });
        return Promise.resolve(new Response(body));
      };
    },
    [HEAD, { type: 'progress', step: 'assets', done: 4200, total: 10_000 }, ...(more ? [more] : [])],
  );
};
