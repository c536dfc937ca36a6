import type { JsonText } from '@/lib/json/json-text';
import type { ProjectAccess } from '@/lib/projects/project-store';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Method, MethodGroup } from './define-method';
import type { OpenRpcDocument } from './document/openrpc';
import type { RpcErrorName } from './errors';
import type { CacheResult, ResponseCache } from './response-cache';
import type { RunMethod } from './run-method';

/** The methods that are served to a caller, by wire name, and the service's description. */
export type Registry = {
  find: (group: MethodGroup, name: string) => Method | undefined;
  names: (group: MethodGroup) => string[];
  openRpc: () => OpenRpcDocument;
};

/** The caller's allowance of work units. */
export type CallLimits = {
  /**
   * Takes units.
   * @throws RpcError limitExceeded with `data.retryAfterSeconds`
   */
  take: (units: number) => Promise<void>;
  /** Takes units that a call has cost already, whether or not they are there: a later call may be refused for them. */
  owe: (units: number) => void;
};

/** Bounds the work units in flight in this process. */
export type UnitsInFlight = {
  /** @throws OverloadedError */
  enter: (units: number) => void;
  leave: (units: number) => void;
};

/** One HTTP request as the protocol sees it, common to all items of its batch. */
export type RequestContext = {
  group: MethodGroup;
  registry: Registry;
  /** Every `?chainId=` of the URL. */
  queryChainIds: readonly string[];
  limits: CallLimits;
  /** The calling project; undefined for a visitor of the dashboard. */
  access?: ProjectAccess | undefined;
  /** `REQUEST_DEADLINE_MS` after the request; its scope is made on first use. */
  deadline: { readonly scope: RequestScope };
  inFlight: UnitsInFlight;
  responseCache: ResponseCache;
  run: RunMethod;
  /** Most bytes of the answer to the whole body (`MAX_ANSWER_BYTES`). */
  maxAnswerBytes: number;
};

/** What became of one call, for metrics, usage and the log. */
export type CallOutcome = {
  /** The method as its definition names it, `rpc.discover`, or `unknown`. */
  method: string;
  chainId?: number | undefined;
  /** Work units that were charged. */
  units: number;
  ms: number;
  /** Undefined for a method whose responses are not cached. */
  cache?: CacheResult | undefined;
  error?: RpcErrorName | undefined;
  /** What was thrown, if it was a fault of ours or of an upstream. */
  cause?: unknown;
};

/** The answer to one HTTP body. */
export type BodyAnswer = {
  /** JSON of the answer, or of the batch's answers. */
  body: JsonText;
  byteLength: number;
  /** Value of the coverage header; undefined where nothing in it lists holdings. */
  coverage?: string | undefined;
  /** Value of the header of ignored names; undefined when every name was known. */
  ignored?: string | undefined;
  /** The error of a body that is one refusal: a single request's, or a whole batch's when all items share it. */
  error?: RpcErrorName | undefined;
  retryAfterSeconds?: number | undefined;
  /** One for each request of the body; none for a body that could not be read. */
  calls: readonly CallOutcome[];
};
