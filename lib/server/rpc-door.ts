import 'server-only';
import { type Later, whenHere } from '@/lib/later';
import type { Circumstances, Registry } from '@/lib/rpc/circumstances';
import type { Context } from '@/lib/rpc/context';
import type { MethodGroup } from '@/lib/rpc/define-method';
import { dispatch } from '@/lib/rpc/dispatch';
import { RPC_ERRORS, RpcError, type RpcErrorName, toWireError } from '@/lib/rpc/errors';
import { errorText } from '@/lib/rpc/written-answer';
import type { Credentials } from './basic-auth';
import type { Limiter } from './limits';

/** One HTTP request to a door, whatever server took it; its body comes after its admission. */
export type DoorRequest = {
  group: MethodGroup;
  httpMethod: string;
  /** Query string without the question mark. May hold credentials: never logged. */
  query: string;
  /** A header by its lower-case name. */
  header: (name: string) => string | undefined;
  /** The caller's address, proxies already considered. */
  address: string;
  /** Aborted when the caller goes away. Made when first asked for. */
  onGone: (abort: () => void) => void;
};

export type DoorAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** Of the body, where it is known without counting. */
  byteLength?: number | undefined;
  /** The request is not read to its end: the connection must close. */
  close?: boolean;
};

/**
 * A request that may be answered once its body is here. The body is read by whoever took the request, up to
 * `MAX_BODY_BYTES`: no stranger's body is read before the caller is known.
 */
export type Admission = {
  /** Answers the body; undefined when it is larger than `MAX_BODY_BYTES`. */
  answer: (body: Uint8Array | undefined) => Later<DoorAnswer>;
};

/** Whether a caller was let in. By shape: Next's bundle and ours each have this module, and one service. */
export const isAdmission = (met: Admission | DoorAnswer): met is Admission => 'answer' in met;

/** Told of every item of a request, and once of the request itself. */
type DoorObserver = {
  item: NonNullable<Circumstances['onAnswer']>;
  refused: (error: RpcErrorName, group: MethodGroup) => void;
};

export type DoorDeps = {
  context: Context;
  registry: Registry;
  authenticate: (credentials: Credentials | undefined) => Later<string | undefined>;
  /** The same of an `Authorization` header. */
  authenticateHeader: (header: string | undefined) => Later<string | undefined>;
  /** Waits, or refuses, after many failed logins from one address. */
  onFailedLogin: (address: string) => Promise<void>;
  limiter: Limiter;
  /** Same, for visitors of the dashboard, by address. */
  visitorLimiter: Limiter;
  load: { enter: (units: number) => void; leave: (units: number) => void };
  isShuttingDown: () => boolean;
  observer: DoorObserver;
  requestDeadlineMs: number;
  maxAnswerBytes: number;
  /** Contract §5. */
  sdkCompat: boolean;
  /** Origin of the dashboard when it is not that of the request (`PUBLIC_URL`). */
  publicOrigin: string | undefined;
};

/** Largest body of a request (contract §2). */
export const MAX_BODY_BYTES = 256 * 1024;

const JSON_HEADERS = {
  'Content-Type': 'application/json',
  'X-Content-Type-Options': 'nosniff',
};

/** The two faces of the backend: `machine` for projects with Basic credentials, `browser` for the dashboard. */
export function createRpcDoor(deps: DoorDeps) {
  const refuse = (
    request: DoorRequest,
    error: RpcErrorName,
    reason: string,
    message: string,
    headers: Record<string, string> = {},
    data = {},
  ) => {
    deps.observer.refused(error, request.group);
    const { wire } = toWireError(new RpcError(error, reason, message, data));
    return {
      status: RPC_ERRORS[error].http,
      headers: { ...JSON_HEADERS, ...headers },
      body: errorText('null', undefined, wire),
      close: true,
    } satisfies DoorAnswer;
  };

  const admit = (
    request: DoorRequest,
    queryChainIds: readonly string[],
    compat: boolean,
    limiter: Limiter,
    payer: string,
  ): Admission | DoorAnswer => {
    if (!isJsonType(request.header('content-type'))) {
      return refuse(
        request,
        'unsupportedMediaType',
        'unsupported-media-type',
        'Content-Type must be application/json in UTF-8',
      );
    }
    const encoding = request.header('content-encoding');
    if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
      return refuse(
        request,
        'unsupportedMediaType',
        'unsupported-media-type',
        'A compressed body is not accepted; send it without Content-Encoding',
      );
    }
    const answer = (body: Uint8Array | undefined): Later<DoorAnswer> => {
      if (body === undefined) {
        return refuse(
          request,
          'bodyTooLarge',
          'body-too-large',
          `The body is larger than ${MAX_BODY_BYTES} bytes`,
        );
      }
      const circumstances = new DoorCircumstances(deps, request, queryChainIds, compat, limiter, payer);
      // Never rejects: what goes wrong with an item is its answer.
      const dispatched = dispatch(body, deps.registry, deps.context, circumstances);
      return whenHere(dispatched, ({ body: answered, byteLength, error, retryAfterSeconds }) => {
        circumstances.clear();
        return {
          status: error === undefined ? 200 : RPC_ERRORS[error].http,
          headers:
            retryAfterSeconds === undefined
              ? JSON_HEADERS
              : { ...JSON_HEADERS, 'Retry-After': String(retryAfterSeconds) },
          body: answered,
          byteLength,
        };
      });
    };
    return { answer };
  };

  const shuttingDown = (request: DoorRequest) =>
    refuse(
      request,
      'unavailable',
      'shutting-down',
      'The service is shutting down; try another instance, or again',
      { 'Retry-After': '2' },
    );

  const unauthenticated = async (request: DoorRequest) => {
    await deps.onFailedLogin(request.address);
    return refuse(
      request,
      'authenticationFailed',
      'authentication-failed',
      'Authentication failed: send Authorization: Basic base64(project_id:project_server_key)',
      { 'WWW-Authenticate': 'Basic realm="Satchel", charset="UTF-8"' },
    );
  };

  const machine = (request: DoorRequest): Later<Admission | DoorAnswer> => {
    if (request.httpMethod !== 'POST') {
      return refuse(
        request,
        'methodNotAllowed',
        'method-not-allowed',
        `${request.httpMethod} is not served here; send POST`,
        { Allow: deps.sdkCompat ? 'POST, OPTIONS' : 'POST' },
      );
    }
    if (deps.isShuttingDown()) return shuttingDown(request);
    const query = request.query === '' ? undefined : new URLSearchParams(request.query);
    const header = request.header('authorization');
    const fromQuery =
      deps.sdkCompat && header === undefined && query !== undefined ? queryCredentials(query) : undefined;
    return whenHere(
      fromQuery ? deps.authenticate(fromQuery) : deps.authenticateHeader(header),
      (projectId): Later<Admission | DoorAnswer> =>
        projectId === undefined
          ? unauthenticated(request)
          : admit(
              request,
              query?.getAll('chainId') ?? NO_CHAIN_IDS,
              fromQuery !== undefined,
              deps.limiter,
              projectId,
            ),
    );
  };

  const compatMachine = (request: DoorRequest): Later<Admission | DoorAnswer> =>
    request.httpMethod === 'OPTIONS'
      ? { status: 204, headers: { ...CORS_HEADERS }, body: '' }
      : whenHere(machine(request), (met) =>
          isAdmission(met)
            ? { answer: (body: Uint8Array | undefined) => whenHere(met.answer(body), withCors) }
            : withCors(met),
        );

  return {
    /** Admits a caller with credentials, or refuses it. */
    machine(request: DoorRequest): Later<Admission | DoorAnswer> {
      return deps.sdkCompat ? compatMachine(request) : machine(request);
    },

    /** Admits a page of the dashboard, or refuses. */
    browser(request: DoorRequest): Admission | DoorAnswer {
      if (request.httpMethod !== 'POST') {
        return refuse(
          request,
          'methodNotAllowed',
          'method-not-allowed',
          `${request.httpMethod} is not served here; send POST`,
          { Allow: 'POST' },
        );
      }
      if (!isSameOrigin(request, deps.publicOrigin)) {
        return refuse(
          request,
          'crossOrigin',
          'cross-origin',
          'This address answers the dashboard only; programs call /solana and /evm-chain',
        );
      }
      if (deps.isShuttingDown()) return shuttingDown(request);
      return admit(request, NO_CHAIN_IDS, false, deps.visitorLimiter, request.address);
    },
  };
}

const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Authorization',
  'Access-Control-Max-Age': '86400',
};

function withCors(answer: DoorAnswer): DoorAnswer {
  return { ...answer, headers: { ...answer.headers, ...CORS_HEADERS } };
}

function queryCredentials(query: URLSearchParams): Credentials | undefined {
  const projectId = query.get('projectUuid');
  const serverKey = query.get('projectKey');
  return projectId && serverKey ? { projectId, serverKey } : undefined;
}

/** `application/json`, or a `+json` type, in UTF-8 or no named charset (RFC 8259 §8.1). */
function isJsonType(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  const [type, ...parameters] = (contentType ?? '').toLowerCase().split(';');
  if (!/^application\/([a-z0-9.!#$&^_-]+\+)?json$/.test((type ?? '').trim())) return false;
  return parameters.every(
    (parameter) => !/^\s*charset\s*=/.test(parameter) || /=\s*"?utf-?8"?\s*$/.test(parameter),
  );
}

/**
 * Whether a browser says that a page of ours asks. `Sec-Fetch-Site` cannot be forged by a page; a browser too old
 * for it sends `Origin` with every POST.
 */
export function isSameOrigin(
  request: Pick<DoorRequest, 'header'>,
  publicOrigin: string | undefined,
): boolean {
  const site = request.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = request.header('origin');
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === publicOrigin || new URL(origin).host === request.header('host');
}

const NO_CHAIN_IDS: readonly string[] = [];

/** One HTTP request's circumstances. The signal of its deadline costs nothing until it is asked for. */
class DoorCircumstances implements Circumstances {
  readonly group: MethodGroup;
  readonly deadlineAt: number;
  readonly maxAnswerBytes: number;
  readonly enter: Circumstances['enter'];
  readonly leave: Circumstances['leave'];
  readonly onAnswer: NonNullable<Circumstances['onAnswer']>;
  private controller: AbortController | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly deps: DoorDeps,
    private readonly request: DoorRequest,
    readonly queryChainIds: readonly string[],
    readonly compat: boolean,
    private readonly limiter: Limiter,
    private readonly payer: string,
  ) {
    this.group = request.group;
    this.deadlineAt = Date.now() + deps.requestDeadlineMs;
    this.maxAnswerBytes = deps.maxAnswerBytes;
    this.enter = deps.load.enter;
    this.leave = deps.load.leave;
    this.onAnswer = deps.observer.item;
  }

  spend(units: number): Later<void> {
    return this.limiter(this.payer, units);
  }

  /** Aborted when the caller goes away or the time for upstream work is over. */
  get signal(): AbortSignal {
    if (!this.controller) {
      const controller = new AbortController();
      this.controller = controller;
      const late = () =>
        controller.abort(new DOMException('The deadline of the call is over', 'TimeoutError'));
      this.timer = setTimeout(late, this.deps.requestDeadlineMs);
      this.request.onGone(() => controller.abort(new DOMException('The caller went away', 'AbortError')));
    }
    return this.controller.signal;
  }

  clear(): void {
    clearTimeout(this.timer);
  }
}
