import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createContext, createElement, type ReactNode, useContext, useEffect } from 'react';

// The module `react.js` of the client's package. Its types (`react.d.ts`) are generated with it.

type Params = Record<string, unknown>;
type AnyClient = Record<string, (params: Params, call: { signal: AbortSignal }) => Promise<unknown>>;

const ClientContext = createContext<AnyClient | undefined>(undefined);

/** Provides the client that the hooks use. */
export function SatchelProvider({ client, children }: { client: AnyClient; children?: ReactNode }) {
  return createElement(ClientContext.Provider, { value: client }, children);
}

/**
 * Returns the client of the nearest provider.
 * @throws Error if there is no provider
 */
export function useSatchel(): AnyClient {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('This hook must be used inside a SatchelProvider');
  return client;
}

/** Creates the hook for a method: a query that is disabled while its params are undefined. */
export function methodHook(name: string) {
  return function useMethod(params: Params | undefined, options: { enabled?: boolean } = {}) {
    const client = useSatchel();
    return useQuery({
      // The client already retries.
      retry: false,
      ...options,
      queryKey: ['satchel', name, params],
      queryFn: ({ signal }) => client[name]?.(params ?? {}, { signal }),
      enabled: params !== undefined && options.enabled !== false,
    });
  };
}

type Page = { lamports: unknown; nfts: unknown[]; tokens: unknown[]; nextCursor?: string | null };

/** Lists an account in pages of `pageSize` items: `nfts` and `tokens` grow until `isComplete`. */
export function useHoldings(params: Params | undefined, { pageSize = 1000 }: { pageSize?: number } = {}) {
  const client = useSatchel();
  const { options, ...account } = params ?? {};
  const query = useInfiniteQuery({
    retry: false,
    queryKey: ['satchel', 'holdings', params, pageSize],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const paged = { ...(options as object), limit: pageSize, ...(pageParam && { cursor: pageParam }) };
      return client.enhancedGetTokensAndNFTs?.({ ...account, options: paged }, { signal }) as Promise<Page>;
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    enabled: params !== undefined,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage, data, error, refetch } = query;
  const pages = data?.pages ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fast page may arrive without a change of `isFetching`.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [pages.length, hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    lamports: pages[0]?.lamports,
    nfts: pages.flatMap(({ nfts }) => nfts),
    tokens: pages.flatMap(({ tokens }) => tokens),
    isComplete: data !== undefined && !hasNextPage,
    error,
    refetch,
  };
}
