import 'server-only';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { linkedSignal, type RequestScope, scopeOf } from '@/lib/promises/request-scope';
import type { MethodGroup } from '@/lib/rpc/define-method';
import { dispatch } from '@/lib/rpc/dispatch';
import type { Registry } from '@/lib/rpc/registry';
import type { CallOutcome, RequestContext, UnitsInFlight } from '@/lib/rpc/request-context';
import { ResponseCache } from '@/lib/rpc/response-cache';
import type { RunMethod } from '@/lib/rpc/run-method';
import type { Authenticator } from '@/lib/server/auth/authenticator';
import { isSameOrigin } from '@/lib/server/auth/same-origin';
import { type Limiter, limitsOf } from '@/lib/server/limits/rate-limiter';
import type { CallRecorder } from '@/lib/server/telemetry/project-usage';
import type { Ports } from '@/lib/services/ports';
import type { TraceContext } from '@/lib/trace/trace-context';
import {
  AUTHENTICATION_REFUSALS,
  BODY_REFUSALS,
  CROSS_ORIGIN,
  methodNotAllowed,
  type Refusal,
  refusalResponse,
  refusedMediaType,
  SHUTTING_DOWN,
} from './refusal';
import {
  addRateLimitHeaders,
  type HttpResponse,
  httpResponse,
  type RpcHttpRequest,
  traceOf,
} from './rpc-request';
import { apiKeyAuthorization, preflightAnswer, queryAuthorization, withCors } from './sdk-compat';

/** Maximum bytes of an HTTP response to a project. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024;
/** Maximum bytes of an HTTP response to a visitor. It is low because Next copies each response. */
const MAX_VISITOR_ANSWER_BYTES = 16 * 1024 * 1024;
/** Maximum bytes of a tool's result over MCP. It is low because a model reads the whole result. */
const MAX_TOOL_ANSWER_BYTES = 100_000;

export type RpcEndpointParts = {
  authenticator: Authenticator;
  portsOfProject: (projectId: string) => Ports;
  /** Creates the ports for the visitor at an address. */
  portsOfVisitor: (address: string) => Ports;
  registry: Registry;
  /** Methods for callers with query credentials; undefined if query credentials are not accepted (`SDK_COMPAT`). */
  sdkRegistry: Registry | undefined;
  run: RunMethod;
  projectLimiter: Limiter;
  visitorLimiter: Limiter;
  inFlight: UnitsInFlight;
  memory: ByteBudget;
  isShuttingDown: () => boolean;
  recorder: CallRecorder;
  /** `publicUrl` is the URL of the dashboard if its origin differs from that of the request. */
  env: { requestDeadlineMs: number; publicUrl?: string | undefined };
};

/** An admitted caller: its ports, limits and permissions. */
type Caller = { ports: Ports } & Pick<
  RequestContext,
  'limits' | 'access' | 'registry' | 'queryChainIds' | 'maxAnswerBytes' | 'forwards'
>;

/**
 * The two entry points to the methods: `forProjects` for callers with Basic credentials, `forDashboard` for pages of
 * this origin. Reads and dispatches the body only after the request is authenticated.
 */
export class RpcEndpoint {
  private readonly responseCache = new ResponseCache();

  constructor(private readonly parts: RpcEndpointParts) {}

  /** Handles a request of a caller that authenticates as a project. */
  readonly forProjects = async (request: RpcHttpRequest): Promise<HttpResponse> => {
    if (!this.parts.sdkRegistry) return this.answerProject(request);
    return request.httpMethod === 'OPTIONS' ? preflightAnswer() : withCors(await this.answerProject(request));
  };

  /** Handles a call from one of the dashboard's pages. */
  readonly forDashboard = async (request: RpcHttpRequest): Promise<HttpResponse> => {
    const { parts } = this;
    if (request.httpMethod !== 'POST') return this.refuse(methodNotAllowed(request.httpMethod, 'POST'));
    if (!isSameOrigin(request.header, parts.env.publicUrl)) return this.refuse(CROSS_ORIGIN);
    if (parts.isShuttingDown()) return this.refuse(SHUTTING_DOWN);
    const address = request.address();
    return this.answerCaller(request, {
      ports: parts.portsOfVisitor(address),
      limits: limitsOf(parts.visitorLimiter, address, undefined),
      access: undefined,
      registry: parts.registry,
      queryChainIds: [],
      maxAnswerBytes: MAX_VISITOR_ANSWER_BYTES,
      forwards: false,
    });
  };

  private async answerProject(request: RpcHttpRequest): Promise<HttpResponse> {
    const { parts } = this;
    if (request.httpMethod !== 'POST') {
      const allowed = parts.sdkRegistry ? 'POST, OPTIONS' : 'POST';
      return this.refuse(methodNotAllowed(request.httpMethod, allowed));
    }
    if (parts.isShuttingDown()) return this.refuse(SHUTTING_DOWN);
    const header = request.header('authorization');
    const inQuery = parts.sdkRegistry && header === undefined ? queryAuthorization(request.query) : undefined;
    const takesApiKey = parts.sdkRegistry && request.group === 'solana';
    const authorization =
      (request.group === 'mcp' ? basicOfBearer(header) : header) ??
      inQuery ??
      (takesApiKey ? apiKeyAuthorization(request.query) : undefined);
    const access =
      parts.authenticator.fromCache(authorization) ??
      (await parts.authenticator.authenticate(request.address(), authorization));
    if ('refused' in access) return this.refuse(AUTHENTICATION_REFUSALS[access.refused], access.cause);
    request.onAuthenticated?.();
    const answer = await this.answerCaller(request, {
      ports: parts.portsOfProject(access.projectId),
      limits: limitsOf(parts.projectLimiter, access.projectId, access.unitsPerSecond),
      access,
      registry: inQuery !== undefined && parts.sdkRegistry ? parts.sdkRegistry : parts.registry,
      queryChainIds: chainIdsOf(request),
      maxAnswerBytes: MAX_ANSWER_BYTES,
      forwards: inQuery === undefined,
    });
    const quota = parts.projectLimiter.quota(access.projectId, access.unitsPerSecond);
    if (quota) addRateLimitHeaders(answer.headers, quota);
    return answer;
  }

  /** Reads the body of an admitted caller and returns the response. */
  private async answerCaller(request: RpcHttpRequest, caller: Caller): Promise<HttpResponse> {
    const project = caller.access?.projectId;
    const trace = request.trace ?? traceOf(request);
    const outcomes: CallOutcome[] = [];
    const logged = { project, traceId: trace?.traceId, calls: outcomes };
    const refused = refusedMediaType(request);
    if (refused) return { ...this.refuse(refused), logged };
    const body = await request.readBody();
    if (typeof body === 'string') return { ...this.refuse(BODY_REFUSALS[body]), logged };
    const { parts } = this;
    const deadline = new RequestDeadline(parts.env.requestDeadlineMs, request.onDisconnect, trace);
    const isMcp = request.group === 'mcp';
    const call = async (group: MethodGroup, calls: Uint8Array) => {
      const { maxAnswerBytes } = caller;
      // Name the members: copying a caller and overwriting one of them took a tenth of the time of a small call.
      const answer = await dispatch(calls, caller.ports, {
        group,
        registry: caller.registry,
        queryChainIds: caller.queryChainIds,
        limits: caller.limits,
        access: caller.access,
        deadline,
        inFlight: parts.inFlight,
        memory: parts.memory,
        responseCache: this.responseCache,
        run: parts.run,
        forwards: caller.forwards,
        maxAnswerBytes: isMcp ? Math.min(maxAnswerBytes, MAX_TOOL_ANSWER_BYTES) : maxAnswerBytes,
      });
      parts.recorder.answered(answer, project);
      outcomes.push(...answer.calls);
      return answer;
    };
    try {
      if (request.group !== 'mcp') return httpResponse(await call(request.group, body), logged);
      // Load the module on first use: most services have no MCP clients.
      const { answerMcp } = await import('./mcp');
      const answer = await answerMcp(body, { request, tools: toolsOf(caller), call, limits: caller.limits });
      return { ...answer, logged };
    } finally {
      deadline.clear();
    }
  }

  /**
   * Counts a rejection and creates the response.
   * @param cause the error to log
   */
  private refuse(refusal: Refusal, cause?: unknown): HttpResponse {
    this.parts.recorder.refused(refusal.error);
    return refusalResponse(refusal, cause);
  }
}

/**
 * Converts a bearer token to Basic credentials. MCP clients that support only bearer tokens send the base64 of Basic
 * credentials as the token.
 */
const basicOfBearer = (header: string | undefined) => header?.replace(/^bearer +/i, 'Basic ');

/** Returns the tools of the methods that a caller may use. */
const toolsOf = ({ registry, access }: Caller) =>
  registry.tools().filter(({ method }) => access?.methods?.has(method.name) ?? true);

function chainIdsOf({ query, pathChainId }: RpcHttpRequest): readonly string[] {
  const inQuery = query === '' ? [] : new URLSearchParams(query).getAll('chainId');
  return pathChainId === undefined ? inQuery : [pathChainId, ...inQuery];
}

/**
 * The deadline of an HTTP request. Creates the scope on first use: its signal, timer and listener would add half to the
 * 30 µs that a cached response takes.
 */
class RequestDeadline {
  private readonly deadlineAt: number;
  private child: { scope: RequestScope; clear: () => void } | undefined;

  /** @param onDisconnect registers a listener for the caller's disconnect */
  constructor(
    private readonly deadlineMs: number,
    private readonly onDisconnect: (listener: () => void) => void,
    private readonly trace: TraceContext | undefined,
  ) {
    this.deadlineAt = performance.now() + deadlineMs;
  }

  /** Scope that is aborted when the caller disconnects or the deadline passes. */
  get scope(): RequestScope {
    if (this.child === undefined) {
      const { signal, abort, clear } = linkedSignal(undefined, { timeoutMs: this.deadlineMs });
      this.onDisconnect(() => abort(new DOMException('The caller disconnected', 'AbortError')));
      this.child = { scope: scopeOf(signal, this.deadlineAt, this.trace), clear };
    }
    return this.child.scope;
  }

  /** Clears the deadline's timer. Must be called after the response. */
  clear(): void {
    this.child?.clear();
  }
}
