// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { methodHook, SatchelProvider, useHoldings } from './react';

// Tests the hooks in a simulated DOM with a fake client.

/** A long timeout, so that no test fails on a slow machine. */
const PATIENT = { timeout: 60_000 };

/**
 * Renders a component that uses a hook.
 * @returns an object with the hook's last value
 */
async function render<T>(client: Record<string, (...args: never[]) => Promise<unknown>>, use: () => T) {
  const last: { value: T | undefined } = { value: undefined };
  const Probe = () => {
    last.value = use();
    return null;
  };
  const withClient = (child: ReactNode) => createElement(SatchelProvider, { client: client as never }, child);
  const tree = createElement(
    QueryClientProvider,
    { client: new QueryClient() },
    withClient(createElement(Probe)),
  );
  const root = createRoot(document.createElement('div'));
  root.render(tree);
  await vi.waitFor(() => expect(last.value).toBeDefined(), PATIENT);
  return { last, unmount: () => root.unmount() };
}

const item = (mint: number) => ({ mint });

it('useHoldings lists all pages in order', async () => {
  const pages = [
    { lamports: 5n, nfts: [item(1)], tokens: [item(2)], nextCursor: 'a' },
    { lamports: 5n, nfts: [item(3)], tokens: [], nextCursor: 'b' },
    { lamports: 5n, nfts: [], tokens: [item(4)], nextCursor: null },
  ];
  const list = vi.fn(async ({ options }: { options: { cursor?: string } }) =>
    options.cursor === undefined ? pages[0] : options.cursor === 'a' ? pages[1] : pages[2],
  );
  const params = { chainId: 101, accountAddress: 'A', options: { extended: true } };
  const { last, unmount } = await render({ enhancedGetTokensAndNFTs: list }, () =>
    useHoldings(params, { pageSize: 2 }),
  );
  await vi.waitFor(() => expect(last.value?.isComplete).toBe(true), PATIENT);
  expect(last.value).toMatchObject({
    lamports: 5n,
    nfts: [item(1), item(3)],
    tokens: [item(2), item(4)],
    error: null,
  });
  expect(list.mock.calls.map(([{ options }]) => options)).toEqual([
    { extended: true, limit: 2 },
    { extended: true, limit: 2, cursor: 'a' },
    { extended: true, limit: 2, cursor: 'b' },
  ]);
  unmount();
});

it('useHoldings keeps the pages it has read when a later page fails', async () => {
  const list = async ({ options }: { options: { cursor?: string } }) => {
    if (options.cursor !== undefined) throw new Error('upstream');
    return { lamports: 1, nfts: [item(1)], tokens: [], nextCursor: 'a' };
  };
  const { last, unmount } = await render({ enhancedGetTokensAndNFTs: list }, () =>
    useHoldings({ chainId: 101, accountAddress: 'A' }),
  );
  await vi.waitFor(() => expect(last.value?.error).toBeInstanceOf(Error), PATIENT);
  expect(last.value).toMatchObject({ nfts: [item(1)], isComplete: false });
  unmount();
});

it('the hook of a method is a query that is disabled while its params are undefined and passes an abort signal', async () => {
  const call = vi.fn(
    async (_params: unknown, { signal }: { signal: AbortSignal }) => signal instanceof AbortSignal,
  );
  const useAccount = methodHook('aa_getBTCAccount');
  const idle = await render({ aa_getBTCAccount: call }, () => useAccount(undefined));
  expect(idle.last.value?.fetchStatus).toBe('idle');
  expect(call).not.toHaveBeenCalled();
  const active = await render({ aa_getBTCAccount: call }, () => useAccount({ accountConfig: {} }));
  await vi.waitFor(() => expect(active.last.value?.data).toBe(true), PATIENT);
  idle.unmount();
  active.unmount();
});
