// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { NOTHING_READ } from '@/lib/dashboard/account/first-view';
import { AccountScreen } from './account-screen';

const url = vi.hoisted(() => ({ query: '' }));
vi.mock('next/navigation', () => ({
  usePathname: () => '/account/A',
  useSearchParams: () => new URLSearchParams(url.query),
  useRouter: () => ({}),
}));

it.each([
  ['tab=nfts&q=zzzz', ''],
  ['q=zzzz', 'tab=nfts'],
])(
  'a page opened with “?%s” does not say that nothing matches in another tab whose list is incomplete',
  async (query, other) => {
    // The list never arrives.
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    url.query = query;
    const head = { address: 'A', lamports: '1', slot: 1, tokens: 10, nfts: 42, warnings: [], notRead: [] };
    const first = {
      ...NOTHING_READ,
      head,
      rows: 'first' as const,
      facets: { shown: 0, folded: 0, groups: [] },
    };
    const box = document.createElement('div');
    const root = createRoot(box);
    const client = new QueryClient();
    const draw = () =>
      act(async () =>
        root.render(
          <QueryClientProvider client={client}>
            <AccountScreen
              addressOrName="A"
              chain={104}
              first={first}
              kind={null}
              use="wallet"
              tokenListDate="2026-01-01"
              hasPrices={false}
              request={{} as never}
            />
          </QueryClientProvider>,
        ),
      );
    await draw();
    url.query = other;
    await draw();
    expect(box.textContent).not.toContain('No matching');
    await act(async () => root.unmount());
    vi.unstubAllGlobals();
  },
);
