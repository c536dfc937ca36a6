import type * as z from 'zod/mini';
import { InvalidInputError, NeedsIndexError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import { holdingsUnitsBeyond, WORK_UNITS } from '@/lib/services/work-units';
import { ALL_READ } from '@/lib/solana/coverage';
import { MAINNET_CHAIN_ID } from '@/lib/solana/programs';
import type { AnswerCoverage } from './coverage-header';
import { defineMethod, type Method, SHORT_LIST, type SolanaPorts } from './define-method';
import { writeNodeParams } from './node-methods';
import type { DasParam } from './params/das-param-schemas';
import { dasCacheKey, dasParams, ignoredDasNames } from './params/das-params';
import { hasStringIntegers, INTEGERS_PARAM, withoutIntegers } from './params/integers';
import { RpcError, type RpcErrorName } from './rpc-errors';

export const DAS_ERRORS: RpcErrorName[] = [
  'invalidParams',
  'unsupportedChain',
  'upstreamUnavailable',
  'limitExceeded',
  'answerTooLarge',
];

/**
 * Creates the error for an id that is not an asset. The code and the start of the message are those of the reference
 * server (metaplex-foundation/digital-asset-rpc-infrastructure).
 */
export const assetNotFound = (what: string, path: string) =>
  new RpcError('assetNotFound', 'asset-not-found', `Asset Not Found: ${what}`, { path });

/** The answer of a DAS method: its result, and how many items were read to build it, if that depends on the call. */
export type DasAnswer = { result: unknown; coverage: AnswerCoverage; itemsRead?: number };

/** Returns the parts of a definition that all methods of the Digital Asset Standard API have in common. */
export const dasMethod = <Input>(
  names: readonly DasParam[],
  required: readonly DasParam[],
  readParams: (raw: unknown) => Input,
) => ({
  group: 'solana' as const,
  params: dasParams(names, required),
  readParams: (raw: unknown) => {
    hasStringIntegers(raw, names);
    return readParams(raw);
  },
  integers: { flag: 'integers' as const, areStrings: (raw: unknown) => hasStringIntegers(raw, names) },
  ignoredNames: (raw: unknown) => ignoredDasNames(raw, names),
  ...(names.includes('limit') && {
    withLimit: (params: Readonly<Record<string, unknown>>) => ({
      ...params,
      limit: params.limit ?? SHORT_LIST,
    }),
  }),
  errors: DAS_ERRORS,
  echoesChainId: true,
  unitsBeyond: ({ itemsRead = 0 }: DasAnswer) => holdingsUnitsBeyond(itemsRead),
  resultOf: ({ result }: DasAnswer) => result,
  coverageOf: ({ coverage }: DasAnswer) => coverage,
  responseCache: {
    cacheKey: (raw: unknown) => dasCacheKey(raw, names, readParams),
    ttlMs: ({ solanaCacheMs }: { solanaCacheMs: number }, output: unknown) =>
      [(output as DasAnswer).result].flat().some(isLate) ? 0 : solanaCacheMs,
  },
});

/** Whether an asset or a list lacks metadata documents that did not arrive in time. It is not cached. */
function isLate(result: unknown): boolean {
  const { warnings } = (result ?? {}) as { warnings?: unknown };
  return (
    Array.isArray(warnings) && ['document-late', 'documents-late'].some((late) => warnings.includes(late))
  );
}

const UPSTREAM_COVERAGE: AnswerCoverage = { ...ALL_READ, missingMints: 0 };

/**
 * Forwards a call that needs an index to the chain's DAS upstream.
 * @param call `what` names the call in the error message; `data` is added to the error's data
 * @throws NeedsIndexError if the chain has no DAS upstream
 */
export async function forward(
  { assets }: SolanaPorts['solana'],
  call: { chainId: number; method: string; raw: unknown; what: string; data?: Record<string, unknown> },
  scope: RequestScope,
): Promise<DasAnswer> {
  const { chainId, method, raw, what, data } = call;
  if (!assets.hasUpstream(chainId)) throw new NeedsIndexError(what, chainId, data);
  const result = await assets.askUpstream(chainId, method, upstreamParams(raw), scope);
  return { result, coverage: UPSTREAM_COVERAGE };
}

/** Returns the params that the upstream receives. @throws InvalidInputError if they cannot be written as JSON */
function upstreamParams(raw: unknown): unknown {
  writeNodeParams(raw);
  return withoutIntegers(raw);
}

/** A parameter of a method that needs an index. */
export type ForwardedParam = { name: string; summary: string; required?: boolean; schema: z.ZodMiniType };

/**
 * Defines a method that needs an index. Its calls are forwarded to the chain's DAS upstream, and the results are
 * returned unchanged.
 */
export function forwardedMethod({
  params,
  example,
  ...definition
}: Pick<Method, 'name' | 'summary' | 'result'> & {
  params: ForwardedParam[];
  example: { params: unknown; result: unknown };
}): Method<unknown, unknown> {
  const accepted = [...params, { name: 'integers', ...INTEGERS_PARAM }];
  const names = accepted.map((param) => param.name);
  return defineMethod({
    ...definition,
    group: 'solana',
    description:
      'A node cannot serve this call. It is forwarded to the DAS endpoint of the chain (`SOLANA_DAS_URL_<chainId>`), whose result is returned unchanged. Without one, the error is -32601 with the reason `needs-index`.',
    params: accepted.map((param) => ({ ...param, required: param.required ?? false })),
    integers: { flag: 'integers', areStrings: (raw) => hasStringIntegers(raw, names) },
    readParams: (raw): unknown => {
      hasStringIntegers(raw, names);
      if (typeof raw === 'object' && raw !== null && Object.keys(raw).length > 0) return raw;
      throw new InvalidInputError('missing-params', `Expected params: ${params[0]?.name}`, 'params');
    },
    errors: [...DAS_ERRORS, 'methodNotFound'],
    echoesChainId: true,
    units: () => WORK_UNITS.forwardedCall,
    example: { chainId: MAINNET_CHAIN_ID, ...example },
    handler: (raw, ports, { chainId }, scope) =>
      ports.solana.assets.askUpstream(chainId, definition.name, upstreamParams(raw), scope),
    coverageOf: () => UPSTREAM_COVERAGE,
  });
}
