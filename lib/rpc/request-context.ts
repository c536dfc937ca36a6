import type { ErrorReason } from '@/lib/error-reasons';
import type { JsonText } from '@/lib/json/json-text';
import type { ProjectAccess } from '@/lib/projects/project-store';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { MethodGroup } from './define-method';
import type { Registry } from './registry';
import type { CacheResult, ResponseCache } from './response-cache';
import type { RpcErrorName } from './rpc-errors';
import type { RunMethod } from './run-method';

/** The caller's limit in work units. */
export type CallLimits = {
  /**
   * Charges units before a call.
   * @throws LimitError `rate-limited`
   */
  take: (units: number) => Promise<void>;
  /** Charges units after a call, even beyond the limit. Later calls may then be rejected. */
  owe: (units: number) => void;
};

/** Limits the work units in flight in this process. */
export type UnitsInFlight = {
  /**
   * Adds the units of a call.
   * @throws OverloadedError if the limit would be exceeded
   */
  enter: (units: number) => void;
  leave: (units: number) => void;
};

/** Context of an HTTP request, shared by all items of a batch. */
export type RequestContext = {
  group: MethodGroup;
  registry: Registry;
  /** All `?chainId=` values of the URL. */
  queryChainIds: readonly string[];
  limits: CallLimits;
  /** The authenticated project; undefined for a visitor of the dashboard. */
  access?: ProjectAccess | undefined;
  /** The deadline, `REQUEST_DEADLINE_MS` after the request started. Its scope is created on first use. */
  deadline: { readonly scope: RequestScope };
  inFlight: UnitsInFlight;
  /** Memory budget of all calls in flight. */
  memory: ByteBudget;
  responseCache: ResponseCache;
  run: RunMethod;
  /** Whether the caller may use the methods of the chain's node. */
  forwards: boolean;
  /** Maximum bytes of the whole HTTP response, with all items of a batch. */
  maxAnswerBytes: number;
};

/** The outcome of one call, for metrics, usage and the log. */
export type CallOutcome = {
  /** Name of the method, `rpc.discover` or `unknown`. */
  method: string;
  chainId?: number | undefined;
  /** Work units charged for the call. */
  units: number;
  /** When the call started, as a `performance.now()` time. */
  startedAt: number;
  ms: number;
  /** Undefined if the method's responses are not cached. */
  cache?: CacheResult | undefined;
  error?: RpcErrorName | undefined;
  /** The error's code in the closed list. */
  reason?: ErrorReason | undefined;
  /** The thrown error, if the service or an upstream is at fault. */
  cause?: unknown;
};

/** The response to an HTTP request body with one call or a batch. */
export type BodyResponse = {
  /** The JSON text of the response, or of the array of responses to a batch. */
  body: JsonText;
  byteLength: number;
  /** Value of the coverage header; undefined if no item lists holdings. */
  coverage?: string | undefined;
  /** Value of the header of ignored names; undefined if no names were ignored. */
  ignored?: string | undefined;
  /** The error of a single request, or of a batch whose items all have the same error. */
  error?: RpcErrorName | undefined;
  retryAfterSeconds?: number | undefined;
  /** The outcome of each request in the body; empty if the body could not be read. */
  calls: readonly CallOutcome[];
};
