import type * as z from 'zod/mini';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Ports } from '@/lib/services/ports';
import type { AnswerCoverage } from '@/lib/solana/coverage';
import type { RpcErrorName } from './rpc-errors';

/**
 * Name of one of the two routes. Each method belongs to one route. Requests to `/solana` must set a chain; on
 * `/evm-chain`, the default is `defaultEvmChainId`.
 */
export type MethodGroup = 'solana' | 'evm-chain';

/** The ports available to methods of `/solana`, which may run in the worker thread. */
export type SolanaPorts = Pick<Ports, 'solana'> & { settings: Pick<Ports['settings'], 'solanaCacheMs'> };

/** The chain of a call, passed to the handler. */
export type Call = {
  /** The requested chain, already checked to be supported. */
  chainId: number;
  /** Whether the caller set the chain. If false, `chainId` is the default, and record queries search all chains. */
  chainIdGiven: boolean;
};

/** Maximum number of list items for callers that need a short response (MCP). */
export const SHORT_LIST = 50;

/** A positional parameter, for the OpenRPC document only. `readParams` validates the params. */
type ParamDescriptor = {
  name: string;
  summary: string;
  required: boolean;
  schema: z.ZodMiniType;
};

/**
 * Definition of a method: its params, result, errors, limits and handler. The routes, batches, both forms of params and
 * the OpenRPC document are derived from it.
 */
export type Method<Input = unknown, Output = unknown, P extends SolanaPorts = Ports> = {
  /** The name in requests. */
  name: string;
  group: MethodGroup;
  summary: string;
  description: string;
  params: ParamDescriptor[];
  /**
   * Parses raw `params` (any JSON value; undefined if absent) into the method's input.
   * @throws InvalidInputError with `reason` and `path`
   */
  readParams: (raw: unknown) => Input;
  /** Names in raw params that `readParams` ignores, for the `Satchel-Ignored` header. */
  ignoredNames?(raw: unknown): string[];
  result: z.ZodMiniType;
  /**
   * The two formats of the result, and the flag that selects the extended one, such as `options.extended`. Used for the
   * client's types.
   */
  forms?: { flag: string; plain: z.ZodMiniType; extended: z.ZodMiniType };
  errors: RpcErrorName[];
  /** Whether the response contains `chainId` at the top level. */
  echoesChainId: boolean;
  /** Work units charged for a call against its project's limit (contract §2). */
  units: (input: Input) => number;
  /** Additional work units that depend on the output, charged after the call. */
  unitsBeyond?(output: NoInfer<Output>): number;
  /**
   * Adds a limit to the params, for callers that need a short response (MCP). Undefined if responses are always short.
   */
  withLimit?(params: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** A call on the sample network and its exact result. Tests check both against the schemas. */
  example: { chainId: number; params: unknown; result: unknown };
  /**
   * The option that selects decimal strings for 64-bit integers (`flag`), and whether a call has set it (`areStrings`).
   * Undefined for methods without 64-bit integers in their results.
   */
  integers?: {
    flag: 'integers' | 'options.integers';
    areStrings(raw: unknown, input: NoInfer<Input>): boolean;
  };
  handler: (input: Input, ports: P, call: Call, scope: RequestScope) => Promise<Output>;
  /**
   * Converts the handler's output to the result on the wire. If undefined, the output is the result.
   * @param ignored the names from `ignoredNames`, limited in number and length
   */
  resultOf?(output: NoInfer<Output>, input: NoInfer<Input>, ignored: readonly string[]): unknown;
  /** Returns the coverage of the output, for methods that list holdings. */
  coverageOf?(output: NoInfer<Output>): AnswerCoverage;
  /** How responses are cached; undefined if they are not. */
  responseCache?: CacheRule<NoInfer<Output>, P>;
};

/** How the responses of a method are cached. */
export type CacheRule<Output = unknown, P extends { settings: object } = Ports> = {
  /**
   * Returns the cache key, unique within a method and chain. Returns undefined if the response is not cached, for
   * example for invalid params or unknown options.
   */
  cacheKey: (rawParams: unknown) => string | undefined;
  /** Returns how long a response is valid, in ms; 0 disables caching. */
  ttlMs: (settings: P['settings'], output: Output) => number;
  /**
   * Returns whether other callers may get this response, now or from the cache. If undefined, they may. They may not if
   * their own call would have had an effect that this one did not have.
   */
  isShared?: (output: Output, ports: P) => boolean;
};

/**
 * Defines a method; the type parameters are inferred from `readParams` and `handler`.
 * @example
 * export const getSlotOf = defineMethod({
 *   name: 'svc_getSlotOf',
 *   group: 'solana',
 *   …,
 *   readParams: (raw) => ({ owner: readAddress(raw) }),
 *   handler: ({ owner }, ports, { chainId }, scope) => ports.solana.slotOf(chainId, owner, scope),
 * });
 */
export function defineMethod<Input, Output>(
  method: Method<Input, Output, SolanaPorts> & { group: 'solana' },
): Method<Input, Output>;
export function defineMethod<Input, Output>(
  method: Method<Input, Output> & { group: 'evm-chain' },
): Method<Input, Output>;
export function defineMethod<Input, Output>(method: Method<Input, Output>): Method<Input, Output> {
  return method;
}
