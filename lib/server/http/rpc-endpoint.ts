import 'server-only';
import type { ProjectAccess } from '@/lib/projects/project-store';
import { dispatch } from '@/lib/rpc/dispatch';
import type { CallCounter, CallLimits, OnAnswer, Registry, RequestContext } from '@/lib/rpc/request-context';
import type { ResponseCache } from '@/lib/rpc/response-cache';
import { type LogInParts, logIn } from '@/lib/server/auth/log-in';
import { isSameOrigin } from '@/lib/server/auth/same-origin';
import type { InFlightLimiter } from '@/lib/server/limits/in-flight-limiter';
import { type Limiter, limitsOf } from '@/lib/server/limits/rate-limiter';
import type { OnRefusal } from '@/lib/server/telemetry/answer-records';
import type { Ports } from '@/lib/services/ports';
import { readTraceContext } from '@/lib/trace/trace-context';
import {
  BODY_REFUSALS,
  CROSS_ORIGIN,
  LOGIN_REFUSALS,
  methodNotAllowed,
  type Refusal,
  refusalAnswer,
  refusedMediaType,
  SHUTTING_DOWN,
} from './refusal';
import { RequestWork } from './request-work';
import { type HttpAnswer, httpAnswer, type ReadBody, type Reply, type RpcRequest } from './rpc-request';
import { preflightAnswer, queryAuthorization, withCors } from './sdk-compat';

/** What a visitor's answer may have of `MAX_ANSWER_BYTES`: Next copies it as a whole, in one go. */
const VISITORS_SHARE = 1 / 8;

export type RpcEndpointParts = LogInParts & {
  portsOfProject: (projectId: string) => Ports;
  /** What is a visitor's, here and below, goes by address. */
  portsOfVisitor: (address: string) => Ports;
  registry: Registry;
  /** What callers with query credentials are served; undefined when they are not let in (`SDK_COMPAT`). */
  sdkRegistry: Registry | undefined;
  responseCache: ResponseCache;
  projectLimiter: Limiter;
  visitorLimiter: Limiter;
  usage: CallCounter;
  inFlight: InFlightLimiter;
  isShuttingDown: () => boolean;
  onAnswer: OnAnswer;
  onRefusal: OnRefusal;
  requestDeadlineMs: number;
  maxAnswerBytes: number;
  /** Origin of the dashboard when it is not that of the request (`PUBLIC_URL`). */
  publicOrigin: string | undefined;
};

/** Who asks, and what is served to them. */
type Caller = {
  ports: Ports;
  limits: CallLimits;
  /** undefined for visitors. */
  access: ProjectAccess | undefined;
  registry: Registry;
  queryChainIds: readonly string[];
};

/**
 * The two ways to the methods: `forProjects` with Basic credentials, `forDashboard` for pages of this origin.
 * A request is authenticated, its body is read, answered and given to `reply`.
 *
 * Callbacks carry a request here, and here alone: while a page is under way, Next's async hooks make each promise cost
 * 3 to 6 µs, and a recent answer to a known caller, which needs none, costs 30 µs in all (`npm run bench -- door`).
 */
export class RpcEndpoint {
  constructor(private readonly parts: RpcEndpointParts) {}

  /** Answers a program that authenticates as a project. */
  readonly forProjects = (request: RpcRequest, reply: Reply) => {
    if (!this.parts.sdkRegistry) this.answerProject(request, reply);
    else if (request.httpMethod === 'OPTIONS') reply.send(preflightAnswer());
    else this.answerProject(request, { ...reply, send: (answer) => reply.send(withCors(answer)) });
  };

  /** Answers a page of the dashboard. */
  readonly forDashboard = (request: RpcRequest, reply: Reply) => {
    const { parts } = this;
    if (request.httpMethod !== 'POST')
      return reply.send(this.refuse(methodNotAllowed(request.httpMethod, 'POST')));
    if (!isSameOrigin(request.header, parts.publicOrigin)) return reply.send(this.refuse(CROSS_ORIGIN));
    if (parts.isShuttingDown()) return reply.send(this.refuse(SHUTTING_DOWN));
    const address = request.address();
    this.answerCaller(request, reply, {
      ports: parts.portsOfVisitor(address),
      limits: limitsOf(parts.visitorLimiter, address, undefined),
      access: undefined,
      registry: parts.registry,
      queryChainIds: [],
    });
  };

  private answerProject(request: RpcRequest, reply: Reply) {
    const { parts } = this;
    if (request.httpMethod !== 'POST') {
      const allowed = parts.sdkRegistry ? 'POST, OPTIONS' : 'POST';
      return reply.send(this.refuse(methodNotAllowed(request.httpMethod, allowed)));
    }
    if (parts.isShuttingDown()) return reply.send(this.refuse(SHUTTING_DOWN));
    const header = request.header('authorization');
    const inQuery = parts.sdkRegistry && header === undefined ? queryAuthorization(request.query) : undefined;
    const registry = inQuery !== undefined && parts.sdkRegistry ? parts.sdkRegistry : parts.registry;
    const authorization = header ?? inQuery;
    const access = parts.headers.recall(authorization);
    if (access !== undefined)
      return this.answerCaller(request, reply, this.project(access, request, registry));
    this.answerUnknown(request, reply, authorization, registry).catch(reply.fail);
  }

  /** Answers a caller whose credentials have to be checked. */
  private async answerUnknown(
    request: RpcRequest,
    reply: Reply,
    authorization: string | undefined,
    registry: Registry,
  ): Promise<void> {
    const access = await logIn(this.parts, request.address(), authorization);
    if ('refused' in access) return reply.send(this.refuse(LOGIN_REFUSALS[access.refused], access.cause));
    this.answerCaller(request, reply, this.project(access, request, registry));
  }

  private project(access: ProjectAccess, request: RpcRequest, registry: Registry): Caller {
    request.onAuthenticated?.();
    const { portsOfProject, projectLimiter } = this.parts;
    return {
      ports: portsOfProject(access.projectId),
      limits: limitsOf(projectLimiter, access.projectId, access.unitsPerSecond),
      access,
      registry,
      queryChainIds: chainIdsOf(request),
    };
  }

  /** Reads the body of a caller that is let in, and answers it. */
  private answerCaller(request: RpcRequest, reply: Reply, caller: Caller) {
    const refused = refusedMediaType(request);
    if (refused) return reply.send(this.refuse(refused));
    request.readBody((body) => {
      try {
        const answer = this.answerBody(request, body, caller);
        if (answer instanceof Promise) answer.then(reply.send, reply.fail);
        else reply.send(answer);
      } catch (fault) {
        reply.fail(fault);
      }
    });
  }

  /** The answer to a body that was read: without a promise when it is a recent one. */
  private answerBody(request: RpcRequest, body: ReadBody, caller: Caller): HttpAnswer | Promise<HttpAnswer> {
    if (typeof body === 'string') return this.refuse(BODY_REFUSALS[body]);
    const { parts } = this;
    const trace = readTraceContext(request.header('traceparent'), () => request.header('tracestate'));
    const work = new RequestWork(parts.inFlight, parts.requestDeadlineMs, request.onDisconnect, trace);
    // No spread here: V8 gives each such object a hidden class of its own, which halved the calls a second.
    const context: RequestContext = {
      limits: caller.limits,
      access: caller.access,
      usage: parts.usage,
      trace,
      registry: caller.registry,
      queryChainIds: caller.queryChainIds,
      group: request.group,
      responseCache: parts.responseCache,
      maxAnswerBytes:
        caller.access === undefined ? parts.maxAnswerBytes * VISITORS_SHARE : parts.maxAnswerBytes,
      startWork: (units) => work.start(units),
      onAnswer: parts.onAnswer,
    };
    const answered = dispatch(body, caller.ports, context);
    return answered instanceof Promise
      ? answered.then(httpAnswer).finally(() => work.finish())
      : httpAnswer(answered);
  }

  /** @param cause what the log should know of it */
  private refuse(refusal: Refusal, cause?: unknown): HttpAnswer {
    this.parts.onRefusal(refusal.error);
    return refusalAnswer(refusal, cause);
  }
}

function chainIdsOf({ query, pathChainId }: RpcRequest): readonly string[] {
  const inQuery = query === '' ? [] : new URLSearchParams(query).getAll('chainId');
  return pathChainId === undefined ? inQuery : [pathChainId, ...inQuery];
}
