import type { OpenRpcDocument } from '@/lib/rpc/document/openrpc';
import { clientName, pascal } from './declarations';

/** Returns the name of a method's hook, such as `useAaGetBTCAccount`. */
export const hookName = (wireName: string): string => `use${pascal(clientName(wireName))}`;

const HEAD = `// Types of the React hooks of a Satchel service. Generated from the service's methods: do not edit.
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import type { Client, MethodName, Methods, ResultOf, SatchelError } from './client.js';

/** Provides the client to the hooks, which also need React Query's \`QueryClientProvider\`. */
export declare function SatchelProvider(props: { client: Client; children?: ReactNode }): ReactElement;

/** The client of the nearest provider; throws without one. */
export declare function useSatchel(): Client;

/** React Query's options, except those that a hook sets. */
export type HookOptions<Result> = Omit<UseQueryOptions<Result, SatchelError>, 'queryKey' | 'queryFn'>;

type MethodHook<M extends MethodName> = <const P extends Methods[M]['params']>(
  params: P | undefined,
  options?: HookOptions<ResultOf<M, P>>,
) => UseQueryResult<ResultOf<M, P>, SatchelError>;

type HoldingsParams = Methods['enhancedGetTokensAndNFTs']['params'];
type HoldingsOf<P> = ResultOf<'enhancedGetTokensAndNFTs', P>;

/**
 * Lists an account page by page: \`nfts\` and \`tokens\` grow until \`isComplete\`. Disabled while the params are undefined.
 * After an \`error\`, \`refetch\` starts again.
 */
export declare function useHoldings<const P extends HoldingsParams>(
  params: P | undefined,
  options?: { pageSize?: number },
): {
  lamports: HoldingsOf<P>['lamports'] | undefined;
  nfts: HoldingsOf<P>['nfts'];
  tokens: HoldingsOf<P>['tokens'];
  isComplete: boolean;
  error: SatchelError | null;
  refetch: () => Promise<unknown>;
};
`;

/** Generates the text of `react.d.ts`. */
export function reactDeclarations({ methods }: OpenRpcDocument): string {
  const hooks = methods.map(
    ({ name, summary }) =>
      `/** ${summary}: \`${name}\` on the wire. Disabled while the params are undefined. */\nexport declare const ${hookName(name)}: MethodHook<'${clientName(name)}'>;\n`,
  );
  return [HEAD, ...hooks].join('\n');
}
