import type { JsonText } from '@/lib/json/json-text';
import type { ProjectAccess } from '@/lib/projects/project-store';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { TraceContext } from '@/lib/trace/trace-context';
import type { Method, MethodGroup } from './define-method';
import type { OpenRpcDocument } from './document/openrpc';
import type { RpcErrorName } from './errors';
import type { ResponseCache } from './response-cache';

/** The methods that are served to a caller, by wire name, and the service's description. */
export type Registry = {
  find: (group: MethodGroup, name: string) => Method | undefined;
  names: (group: MethodGroup) => string[];
  openRpc: () => OpenRpcDocument;
};

/** The caller's allowance of work units. */
export type CallLimits = {
  /** Takes units that are at hand, at once; false when `take` has to be asked. */
  takeNow: (units: number) => boolean;
  /**
   * Takes units, wherever they are kept.
   * @throws RpcError limitExceeded with `data.retryAfterSeconds`
   */
  take: (units: number) => Promise<void>;
  /** Takes units that a call has cost already, whether or not they are there: a later call may be refused for them. */
  owe: (units: number) => void;
};

/** Work for a call: a place among the calls under way, and the time that it may take. */
export type Work = {
  /** Its deadline is `REQUEST_DEADLINE_MS` after the request. */
  scope: RequestScope;
  /** Gives the place back. */
  end: () => void;
};

/** Told of every item answered, for metrics and logs; `cause` is set when it was a fault of ours or an upstream's. */
export type OnAnswer = (answer: {
  method: string;
  chainId?: number;
  error?: RpcErrorName;
  cause?: unknown;
  trace?: TraceContext | undefined;
  ms: number;
}) => void;

/** Counts the calls of projects, and the work units that were taken for them. */
export type CallCounter = {
  /** @param method a method as its definition names it, `rpc.discover`, or `unknown` */
  count: (projectId: string, method: string, units: number) => void;
};

/** One HTTP request as the protocol sees it, common to all items of its batch. */
export type RequestContext = {
  group: MethodGroup;
  registry: Registry;
  /** Every `?chainId=` of the URL. */
  queryChainIds: readonly string[];
  limits: CallLimits;
  /** The project that asks; undefined for a visitor of the dashboard. */
  access?: ProjectAccess | undefined;
  usage?: CallCounter | undefined;
  /** The trace that the caller says the request belongs to. */
  trace?: TraceContext | undefined;
  /** Answers that may be given again. */
  responseCache: ResponseCache;
  /** Most bytes of the answer to the whole body (`MAX_ANSWER_BYTES`). */
  maxAnswerBytes: number;
  /**
   * Begins the work of one call.
   * @param units what the call costs
   * @throws RpcError unavailable with `data.retryAfterSeconds` when too much is under way
   */
  startWork: (units: number) => Work;
  onAnswer?: OnAnswer;
};

/** The answer to one HTTP body. */
export type BodyAnswer = {
  /** JSON of the answer, or of the batch's answers. */
  body: JsonText | Uint8Array;
  byteLength: number;
  /** Value of the coverage header; undefined where nothing in it lists holdings. */
  coverage?: string | undefined;
  /** Value of the header of ignored names; undefined when every name was known. */
  ignored?: string | undefined;
  /** The error of a body that is one refusal: a single request's, or a whole batch's when all items share it. */
  error?: RpcErrorName | undefined;
  retryAfterSeconds?: number | undefined;
};
