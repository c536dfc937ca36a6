import type { CallInfo, Context } from './context';
import type { Method, MethodGroup } from './define-method';
import { idTextOf, type RpcRequest, readChainId, readEnvelope } from './envelope';
import { RpcError, type RpcErrorName, toWireError, type WireError } from './errors';
import { idTexts, isLong, parseBody, writeJson, writeLongJson } from './json';

/** Most items of a batch (contract §1). */
const MAX_BATCH = 100;

/** What dispatch needs to know of the methods: those of one route by wire name, and the service's description. */
export type Registry = {
  find: (group: MethodGroup, name: string) => Method | undefined;
  names: (group: MethodGroup) => string[];
  openRpc: () => unknown;
};

/** One HTTP request's circumstances, common to all items of its batch. */
export type Circumstances = {
  group: MethodGroup;
  /** Every `?chainId=` of the URL. */
  queryChainIds: readonly string[];
  /** Came with query credentials of an existing client (contract §5). */
  compat: boolean;
  /** Aborted when the caller goes away or the deadline of its upstream work passes; read only when needed. */
  readonly signal: AbortSignal;
  /** When the deadline is, in ms since the epoch. */
  deadlineAt: number;
  /**
   * Takes work units from the caller's allowance.
   * @throws RpcError limitExceeded with `data.retryAfterSeconds`
   */
  spend: (units: number) => void | Promise<void>;
  /**
   * Takes a place among the calls under way, given back by `leave`.
   * @throws RpcError unavailable with `data.retryAfterSeconds` when there is none
   */
  enter: (units: number) => void;
  leave: (units: number) => void;
  /** Told of every item answered, for metrics and logs; `cause` is set when it was a fault of ours or an upstream's. */
  onAnswer?: (answer: {
    method: string;
    chainId?: number;
    error?: RpcErrorName;
    cause?: unknown;
    ms: number;
  }) => void;
};

/** The answer to one HTTP body. */
export type Dispatched = {
  /** JSON of the answer, or of the batch's answers: bytes where a long result is served again. */
  body: string | Uint8Array;
  /** The error of a body that is one refusal: a single request's, or a whole batch's when all items share it. */
  error?: RpcErrorName;
  retryAfterSeconds?: number;
};

/** Answers a JSON-RPC body: one request or a batch of 1 to 100 (JSON-RPC 2.0 §6, contract §1). Never throws. */
export function dispatch(
  body: Uint8Array,
  registry: Registry,
  context: Context,
  circumstances: Circumstances,
): Promise<Dispatched> {
  const parsed = parseBody(body);
  if (!parsed.ok) {
    const thrown = new RpcError('parseError', parsed.reason, parsed.message);
    return Promise.resolve(failure(thrown, 'null', undefined, '', circumstances, 0));
  }
  let ids: (string | undefined)[] | undefined;
  const rawId = (index: number) => {
    ids ??= idTexts(parsed.text);
    return ids[index];
  };
  if (!Array.isArray(parsed.value))
    return answer(parsed.value, () => rawId(0), registry, context, circumstances, true);
  return dispatchBatch(parsed.value, rawId, registry, context, circumstances);
}

async function dispatchBatch(
  items: unknown[],
  rawId: (index: number) => string | undefined,
  registry: Registry,
  context: Context,
  circumstances: Circumstances,
): Promise<Dispatched> {
  if (items.length === 0 || items.length > MAX_BATCH) {
    const thrown = new RpcError(
      'invalidRequest',
      'batch-size',
      `A batch holds 1 to ${MAX_BATCH} requests, not ${items.length}`,
    );
    return failure(thrown, 'null', undefined, '', circumstances, 0);
  }
  const answers = await Promise.all(
    items.map((item, index) => answer(item, () => rawId(index), registry, context, circumstances)),
  );
  const text = `[${answers.map((one) => one.body).join(',')}]`;
  const refused = answers.every((one) => one.error === 'limitExceeded' || one.error === 'unavailable');
  const first = answers[0];
  if (!refused || first?.error === undefined) return { body: text };
  return {
    body: text,
    error: first.error,
    retryAfterSeconds: Math.max(...answers.map((one) => one.retryAfterSeconds ?? 1)),
  };
}

async function answer(
  item: unknown,
  rawId: () => string | undefined,
  registry: Registry,
  context: Context,
  circumstances: Circumstances,
  alone = false,
): Promise<Dispatched> {
  const startedAt = performance.now();
  const idText = idTextOf(item, rawId);
  let method = '';
  let chainId: number | undefined;
  let echoed: number | undefined;
  try {
    const request = readEnvelope(item, idText);
    method = request.method;
    if (method === 'rpc.discover') {
      await circumstances.spend(1);
      const body = success(request.idText, undefined, writeJson(registry.openRpc()));
      circumstances.onAnswer?.({ method, ms: performance.now() - startedAt });
      return { body };
    }
    const found = findMethod(registry, circumstances.group, request);
    const given = readChainId(request.chainId, circumstances.queryChainIds);
    chainId = servedChain(found, given, context);
    if (found.echoesChainId || (circumstances.compat && found.name === COMPAT_ECHO)) echoed = chainId;
    const input = found.readParams(request.params);
    const units = found.units(input);
    const spent = circumstances.spend(units);
    if (spent !== undefined) await spent;
    const call = new Call(chainId, given !== undefined, units, circumstances);
    let result: unknown;
    try {
      result = await found.handler(input, context, call);
    } finally {
      call.end();
    }
    const written = write(result);
    const { text: resultText, bytes } = written instanceof Promise ? await written : written;
    const body =
      alone && bytes
        ? successBytes(request.idText, echoed, bytes)
        : success(request.idText, echoed, resultText);
    circumstances.onAnswer?.({ method, chainId, ms: performance.now() - startedAt });
    return { body };
  } catch (thrown) {
    // What could not be charged as a call is charged as one unit: a flood of bad requests is a flood.
    const charged =
      method !== 'rpc.discover' && isRefusalBeforeCharge(thrown) ? await overLimit(circumstances) : undefined;
    return failure(charged ?? thrown, idText ?? 'null', echoed, method, circumstances, startedAt, chainId);
  }
}

/** The one BTC method whose answer carries `chainId` for clients that came with query credentials (contract §5). */
const COMPAT_ECHO = 'svc_aa_getBTCAccount';

class Call implements CallInfo {
  private entered = false;
  constructor(
    readonly chainId: number,
    readonly chainIdGiven: boolean,
    private readonly units: number,
    private readonly circumstances: Circumstances,
  ) {}
  /** Whoever reads it is about to wait for an upstream: from here on the call counts as work under way. */
  get signal() {
    if (!this.entered) {
      this.circumstances.enter(this.units);
      this.entered = true;
    }
    return this.circumstances.signal;
  }
  end() {
    if (this.entered) this.circumstances.leave(this.units);
  }
  get deadlineAt() {
    return this.circumstances.deadlineAt;
  }
  get compat() {
    return this.circumstances.compat;
  }
}

function findMethod(registry: Registry, group: MethodGroup, { method }: RpcRequest): Method {
  const found = registry.find(group, method);
  if (found) return found;
  throw new RpcError(
    'methodNotFound',
    'method-not-found',
    `Unknown method on /${group}: ${JSON.stringify(method)}`,
    {
      methods: registry.names(group),
    },
  );
}

function servedChain(method: Method, given: number | undefined, context: Context): number {
  const supported = method.group === 'solana' ? context.solana.chainIds : context.evm.chainIds;
  if (given === undefined && method.chainId === 'required') {
    throw new RpcError(
      'invalidParams',
      'missing-chain-id',
      `chainId is required: one of ${supported.join(', ')}`,
      {
        path: 'chainId',
        supported,
      },
    );
  }
  const chainId = given ?? context.settings.defaultEvmChainId;
  if (!supported.includes(chainId)) {
    throw new RpcError('unsupportedChain', 'unsupported-chain', `Unsupported chainId: ${chainId}`, {
      supported,
    });
  }
  return chainId;
}

/** A result as JSON; as bytes too when it is long and served again. */
type Written = { text: string; bytes?: Buffer };

/** Long results that are served again as the same object: a cached listing is written and encoded once. */
const writtenResults = new WeakMap<object, Written>();
const LONG_TEXT = 4096;

function write(result: unknown): Written | Promise<Written> {
  const known = typeof result === 'object' && result !== null ? writtenResults.get(result) : undefined;
  if (known !== undefined) {
    known.bytes ??= Buffer.from(known.text);
    return known;
  }
  const keep = (text: string) => {
    const written = { text };
    if (text.length > LONG_TEXT) writtenResults.set(result as object, written);
    return written;
  };
  return isLong(result) ? writeLongJson(result).then(keep) : keep(writeJson(result));
}

const success = (idText: string, chainId: number | undefined, resultText: string) =>
  `{"jsonrpc":"2.0","id":${idText}${chainId === undefined ? '' : `,"chainId":${chainId}`},"result":${resultText}}`;

const successBytes = (idText: string, chainId: number | undefined, result: Buffer) =>
  Buffer.concat([Buffer.from(success(idText, chainId, '').slice(0, -1)), result, CLOSING_BRACE]);
const CLOSING_BRACE = Buffer.from('}');

/** The text of an error answer (contract §2). */
export const errorText = (idText: string, chainId: number | undefined, error: WireError) =>
  `{"jsonrpc":"2.0","id":${idText}${chainId === undefined ? '' : `,"chainId":${chainId}`},"error":${writeJson(error)}}`;

function failure(
  thrown: unknown,
  idText: string,
  echoed: number | undefined,
  method: string,
  circumstances: Circumstances,
  startedAt: number,
  chainId?: number,
): Dispatched {
  const { error, wire } = toWireError(thrown);
  const faulty = error === 'internalError' || error === 'upstreamUnavailable';
  circumstances.onAnswer?.({
    method,
    error,
    ms: startedAt === 0 ? 0 : performance.now() - startedAt,
    ...(chainId === undefined ? {} : { chainId }),
    ...(faulty ? { cause: thrown } : {}),
  });
  const retryAfterSeconds = wire.data.retryAfterSeconds;
  return {
    body: errorText(idText, echoed, wire),
    error,
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
  };
}

/** Errors raised before the call's own units were taken. */
function isRefusalBeforeCharge(thrown: unknown): boolean {
  const { error } = toWireError(thrown);
  return (
    error === 'invalidRequest' ||
    error === 'methodNotFound' ||
    error === 'invalidParams' ||
    error === 'unsupportedChain'
  );
}

async function overLimit(circumstances: Circumstances): Promise<unknown> {
  try {
    await circumstances.spend(1);
    return undefined;
  } catch (thrown) {
    return thrown;
  }
}
