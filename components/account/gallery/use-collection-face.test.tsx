// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useCollectionFace } from './use-collection-face';

it('a collection that was not read is requested again when it comes into view after a minute', async () => {
  // The server ends the stream if its node fails.
  const lines = ['\n', `${JSON.stringify({ collection: 'C', name: 'Harbor' })}\n`];
  const request = vi.fn(async () => new Response(lines.shift() ?? ''));
  vi.stubGlobal('fetch', request);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let name: string | undefined;
  const Probe = () => {
    name = useCollectionFace(101, 'C')?.name;
    return null;
  };
  const show = () => {
    const root = createRoot(document.createElement('div'));
    root.render(createElement(QueryClientProvider, { client }, createElement(Probe)));
    return root;
  };
  const root = show();
  await vi.waitFor(() => expect(client.getQueryState(['collection', 101, 'C'])?.status).toBe('success'));
  root.unmount();
  expect(name).toBeUndefined();
  client.setQueryData(['collection', 101, 'C'], null, { updatedAt: Date.now() - 61_000 });
  const again = show();
  await vi.waitFor(() => expect(name).toBe('Harbor'));
  expect(request).toHaveBeenCalledTimes(2);
  again.unmount();
  vi.unstubAllGlobals();
});
