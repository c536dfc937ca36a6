import { NeedsIndexError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import { holdingsUnitsBeyond } from '@/lib/services/work-units';
import { ALL_READ, type AnswerCoverage } from '@/lib/solana/coverage';
import { SHORT_LIST, type SolanaPorts } from './define-method';
import { writeNodeParams } from './node-methods';
import type { DasParam } from './params/das-param-schemas';
import { dasCacheKey, dasParams, ignoredDasNames } from './params/das-params';
import { hasStringIntegers, withoutIntegers } from './params/integers';
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
  return { result, coverage: ALL_READ };
}

/**
 * Returns the params that the upstream receives.
 * @param names the parameters in their order, if they may be given by position
 * @throws InvalidInputError if they cannot be written as JSON
 */
export function upstreamParams(raw: unknown, names?: readonly string[]): unknown {
  writeNodeParams(raw);
  return withoutIntegers(raw, names);
}
