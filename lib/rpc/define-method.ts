import type * as z from 'zod/mini';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Ports } from '@/lib/services/ports';
import type { AnswerCoverage } from './coverage-header';
import type { RpcErrorName } from './errors';

/** The two routes: each knows only its own methods. */
export type MethodGroup = 'solana' | 'evm-chain';

/** All that a method of `/solana` may use: it may run in the worker thread, which has nothing else. */
export type SolanaPorts = Pick<Ports, 'solana'> & { settings: Pick<Ports['settings'], 'solanaCacheMs'> };

/** One call, as its handler sees it. */
export type Call = {
  /** The chain asked for, already known to be served. */
  chainId: number;
  /** Whether the caller named the chain, or it is the default (matters to queries over all chains). */
  chainIdGiven: boolean;
};

/** One positional parameter, for the OpenRPC document. `readParams` decides what is really accepted. */
type ParamDescriptor = {
  name: string;
  summary: string;
  required: boolean;
  schema: z.ZodMiniType;
};

/**
 * A method, whole: what goes in, what comes out, what it may answer and what it does. Everything else (routes,
 * batches, both parameter forms, the OpenRPC document, limits) follows from this definition.
 */
export type Method<Input = unknown, Output = unknown, P extends SolanaPorts = Ports> = {
  /** The name on the wire. A leading `svc_` gives way to `RPC_METHOD_PREFIX`. */
  name: string;
  group: MethodGroup;
  summary: string;
  description: string;
  params: ParamDescriptor[];
  /**
   * Raw `params` (whatever JSON value was sent, undefined when none) to the method's input.
   * @throws InvalidInputError with `reason` and `path`
   */
  readParams: (raw: unknown) => Input;
  /** Names in raw params that `readParams` ignores, for the `Satchel-Ignored` header. */
  ignoredNames?(raw: unknown): string[];
  result: z.ZodMiniType;
  /**
   * The two forms that a call by name is answered in, where a flag of a parameter says which, such as
   * `options.extended`: for the types of clients.
   */
  forms?: { flag: string; plain: z.ZodMiniType; extended: z.ZodMiniType };
  errors: RpcErrorName[];
  /** Whether a request must name its chain; `optional` falls back to `defaultEvmChainId`. */
  chainId: 'required' | 'optional';
  /** Whether `chainId` stands at the top level of the response. */
  echoesChainId: boolean;
  /** Work units that a call costs against its project's limit (contract §2). */
  units: (input: Input) => number;
  /** Work units that a call turned out to cost beyond its price; taken when they are known. */
  unitsBeyond?(output: NoInfer<Output>): number;
  /** A call on the sample network, and its answer, word for word; checked against the schemas by a test. */
  example: { chainId: number; params: unknown; result: unknown };
  handler: (input: Input, ports: P, call: Call, scope: RequestScope) => Promise<Output>;
  /**
   * The result on the wire, where it is not all that the handler gives.
   * @param ignored what `ignoredNames` returned, bounded
   */
  resultOf?(output: NoInfer<Output>, input: NoInfer<Input>, ignored: readonly string[]): unknown;
  /** What the answer covers, for a method that lists holdings. */
  coverageOf?(output: NoInfer<Output>): AnswerCoverage;
  /** Undefined: responses are not cached. */
  responseCache?: CacheRule<NoInfer<Output>, P['settings']>;
};

/** How the responses of a method are cached. */
export type CacheRule<Output = unknown, Settings = Ports['settings']> = {
  /**
   * Key of a response, besides method and chain, built from parsed params: equal keys have equal responses. Undefined
   * for params that are invalid or name an unknown option, and where responses are not cached.
   */
  cacheKey: (rawParams: unknown) => string | undefined;
  /** How long a response is valid, in ms; 0 keeps nothing. */
  holdsMs: (settings: Settings, output: Output) => number;
};

/** Defines a method; the type parameters are inferred from `readParams` and `handler`. */
export function defineMethod<Input, Output>(
  method: Method<Input, Output, SolanaPorts> & { group: 'solana' },
): Method<Input, Output>;
export function defineMethod<Input, Output>(
  method: Method<Input, Output> & { group: 'evm-chain' },
): Method<Input, Output>;
export function defineMethod<Input, Output>(method: Method<Input, Output>): Method<Input, Output> {
  return method;
}
