// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { NOTHING_READ } from '@/lib/dashboard/account/first-view';
import { initialState } from '@/lib/dashboard/account/holdings-state';
import { type HoldingsReading, useHoldingsReading } from './use-holdings';

const head = (slot: number) => ({
  address: 'A',
  lamports: '1',
  slot,
  tokens: 0,
  nfts: 0,
  warnings: [],
  notRead: [],
});
const pageOf = (slot: number) => ({ ...NOTHING_READ, rows: 'all' as const, head: head(slot) });

it.each([
  ['Back keeps a list that was read again after the page had been opened', 20, 10, 20],
  ['a page that is opened again shows its own list instead of an older one', 10, 20, 20],
])('%s', async (_what, cached, ofPage, shown) => {
  const client = new QueryClient();
  client.setQueryData(['holdings', 101, 'A'], initialState(pageOf(cached)));
  let last: HoldingsReading | undefined;
  const first = pageOf(ofPage);
  const Probe = () => {
    last = useHoldingsReading('A', 101, first);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  root.render(createElement(QueryClientProvider, { client }, createElement(Probe)));
  await vi.waitFor(() => expect(last).toBeDefined());
  await vi.waitFor(() => expect(last?.head?.slot).toBe(shown));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(last?.head?.slot).toBe(shown);
  root.unmount();
});
