import { isNodeError, isUpstreamUnavailable, OverloadedError } from '@/lib/errors';
import { hasOtherCreate2Rule } from '@/lib/evm/evm-chain';
import { type JsonText, joinTexts } from '@/lib/json/json-text';
import { parseBody } from '@/lib/json/parse-body';
import type { Ports } from '@/lib/services/ports';
import { documentUnits, WORK_UNITS } from '@/lib/services/work-units';
import type { AnswerCoverage } from '@/lib/solana/coverage';
import { MAX_FORWARDED_BYTES } from '@/lib/solana/forwarded-call';
import { coverageHeader } from './coverage-header';
import type { Call, Method, MethodGroup } from './define-method';
import {
  ENVELOPE_NAMES,
  type Envelope,
  idTextOf,
  readChainId,
  readEnvelope,
  refusedBody,
  retryAfterOf,
  writeError,
  writeRawError,
  writeSuccess,
} from './envelope';
import { checkFilters, type NodeMethod, nodeMethod, writeNodeParams } from './node-methods';
import { ignoredHeader, unknownNames } from './params/read-params';
import type { Registry } from './registry';
import type { BodyResponse, CallOutcome, RequestContext } from './request-context';
import type { CacheResult, WrittenResult } from './response-cache';
import { RpcError, type RpcErrorName, toWireError } from './rpc-errors';
import type { MethodResult } from './run-method';

/** Maximum number of requests in a batch. */
const MAX_BATCH = 100;
/** Maximum number of requests of one batch in flight. */
const CONCURRENT_ITEMS = 8;
/** Finished items of a batch up to this size, in bytes, are not counted in the memory budget. */
const UNCOUNTED_ITEM_BYTES = 64 * 1024;

/**
 * Handles a JSON-RPC body: one request or a batch of 1 to 100 (JSON-RPC 2.0 §6). Failures become error responses; the
 * promise never rejects.
 */
export async function dispatch(
  body: Uint8Array,
  ports: Ports,
  context: RequestContext,
): Promise<BodyResponse> {
  const parsed = parseBody(body);
  if (!parsed.ok) return refusedBody(new RpcError('parseError', parsed.reason, parsed.message));
  if (Array.isArray(parsed.value)) return dispatchBatch(parsed.value, ports, context);
  const call = new RpcCall(parsed.value, ports, context);
  const answer = await call.answer((bytes) => {
    if (bytes > context.maxAnswerBytes) throw answerTooLarge(context.maxAnswerBytes);
  });
  return {
    body: answer.body,
    byteLength: answer.byteLength,
    coverage: answer.coverage && coverageHeader([answer.coverage]),
    ignored: answer.ignored && ignoredHeader(answer.ignored),
    error: answer.error,
    retryAfterSeconds: answer.retryAfterSeconds,
    calls: [answer.outcome],
  };
}

async function dispatchBatch(
  items: readonly unknown[],
  ports: Ports,
  context: RequestContext,
): Promise<BodyResponse> {
  if (items.length === 0 || items.length > MAX_BATCH)
    return refusedBody(
      new RpcError(
        'invalidRequest',
        'batch-size',
        `A batch must have 1 to ${MAX_BATCH} requests, not ${items.length}`,
      ),
    );
  let bytesLeft = context.maxAnswerBytes - 2; // Leave room for the brackets.
  const reserve: ReserveBytes = (bytes) => {
    const needed = bytes + 1; // Include the comma.
    if (needed > bytesLeft) throw answerTooLarge(context.maxAnswerBytes);
    bytesLeft -= needed;
    return bytes > UNCOUNTED_ITEM_BYTES ? hold(bytes) : undefined;
  };
  let heldBytes = 0;
  const hold = async (bytes: number) => {
    const { memory, deadline } = context;
    if (!memory.tryTake(bytes))
      await memory.take(bytes, deadline.scope.signal).catch(() => {
        throw new OverloadedError();
      });
    heldBytes += bytes;
  };
  const answers: ItemResponse[] = [];
  const running = new Set<Promise<void>>();
  for (const [index, item] of items.entries()) {
    if (running.size === CONCURRENT_ITEMS) await Promise.race(running);
    const answered = new RpcCall(item, ports, context).answer(reserve).then((answer) => {
      answers[index] = answer;
      running.delete(answered);
    });
    running.add(answered);
  }
  await Promise.all(running);
  // The server counts the response until it is sent.
  context.memory.give(heldBytes);
  return joinAnswers(answers);
}

function joinAnswers(answers: readonly ItemResponse[]): BodyResponse {
  const separated = answers.flatMap(({ body }, index) => [index === 0 ? '[' : ',', body]);
  const covered = answers.flatMap(({ coverage }) => coverage ?? []);
  const first = answers[0];
  const allRefused = answers.every(({ error }) => error === 'limitExceeded' || error === 'unavailable');
  return {
    body: joinTexts([...separated, ']']),
    byteLength: answers.reduce((sum, one) => sum + one.byteLength + 1, 1),
    coverage: covered.length === 0 ? undefined : coverageHeader(covered),
    ignored: ignoredHeader(answers.flatMap((one) => one.ignored ?? [])),
    error: allRefused ? first?.error : undefined,
    retryAfterSeconds: allRefused ? Math.max(...answers.map((one) => one.retryAfterSeconds ?? 1)) : undefined,
    calls: answers.map(({ outcome }) => outcome),
  };
}

/** The response to one request of a body. */
type ItemResponse = {
  body: JsonText;
  byteLength: number;
  coverage?: AnswerCoverage | undefined;
  /** Names of unknown options and fields in the request. */
  ignored?: readonly string[] | undefined;
  error?: RpcErrorName | undefined;
  retryAfterSeconds?: number | undefined;
  outcome: CallOutcome;
};

/**
 * Reserves bytes of the maximum response size, which all items of a batch share, and memory for a large item, until all
 * items have finished.
 * @returns a promise if memory is reserved, otherwise undefined
 * @throws RpcError if the response would be too large; OverloadedError if too little memory becomes free in time
 */
type ReserveBytes = (bytes: number) => Promise<void> | undefined;

/** Processes one request of a body, from its parsed JSON to its response. */
class RpcCall {
  private readonly startedAt = performance.now();
  private readonly idText: string | null;
  private call: ReadCall | undefined;
  private nodeCall: NodeCall | undefined;
  /** Whether the caller has been charged for the call. */
  private charged = false;
  private units = 0;
  private cache: CacheResult | undefined;

  constructor(
    private readonly item: unknown,
    private readonly ports: Ports,
    private readonly context: RequestContext,
  ) {
    this.idText = idTextOf(item);
  }

  /** Returns the response, which may be an error. Never rejects. */
  async answer(reserve: ReserveBytes): Promise<ItemResponse> {
    try {
      const answer = this.success(await this.result());
      const reserving = reserve(answer.byteLength);
      if (reserving) await reserving;
      return answer;
    } catch (thrown) {
      return this.refuse(thrown);
    }
  }

  private async result(): Promise<WrittenResult> {
    const { context } = this;
    const call = readCall(this.item, this.idText, this.ports, context);
    if (call === DISCOVER) {
      const document = context.registry.writtenOpenRpc();
      await this.charge(documentUnits(document.byteLength));
      return document;
    }
    if ('node' in call) return this.forward(call);
    this.call = call;
    const { cacheKey } = call;
    if (cacheKey === undefined) return this.compute(call);
    const { result, from } = await context.responseCache.getOrCompute(
      cacheKey,
      () => this.compute(call),
      context.deadline,
    );
    this.cache = from;
    if (from !== 'miss') await this.charge(WORK_UNITS.minimum);
    return result;
  }

  /** Charges the caller and forwards the call to the chain's node. */
  private async forward(call: NodeCall): Promise<WrittenResult> {
    this.nodeCall = call;
    const { context, ports } = this;
    const { node, params, chainId } = call;
    checkFilters(node, params);
    const paramsText = params === undefined ? undefined : writeNodeParams(params);
    await this.charge(node.units);
    context.inFlight.enter(node.units);
    try {
      const { name: method, isOnce } = node;
      const forwarded = { method, params: paramsText, isOnce };
      const result = await ports.solana.forward(chainId, forwarded, context.deadline.scope);
      return { text: [result], byteLength: result.byteLength };
    } catch (thrown) {
      if (isUpstreamUnavailable(thrown) && thrown.attempt?.upstreamStatus === 'too-large')
        throw answerTooLarge(MAX_FORWARDED_BYTES);
      throw thrown;
    } finally {
      context.inFlight.leave(node.units);
    }
  }

  /** Charges the caller and runs the method. */
  private async compute({ method, params, chainId, chainIdGiven }: ReadCall): Promise<MethodResult> {
    const { context, ports } = this;
    const input = method.readParams(params);
    const units = method.units(input);
    await this.charge(units);
    context.inFlight.enter(units);
    try {
      const { access } = context;
      const call = { method, input, params, chainId, chainIdGiven, projectId: access?.projectId };
      const result = await context.run(call, ports, context.deadline.scope);
      if (result.unitsBeyond > 0) {
        context.limits.owe(result.unitsBeyond);
        this.units += result.unitsBeyond;
      }
      return result;
    } finally {
      context.inFlight.leave(units);
    }
  }

  private async charge(units: number): Promise<void> {
    this.charged = true;
    try {
      await this.context.limits.take(units);
    } catch (thrown) {
      // Nothing was charged although units may be left, so the refusal itself costs a unit.
      if (toWireError(thrown).error === 'costAboveBurst') this.charged = false;
      throw thrown;
    }
    this.units += units;
  }

  private success(result: WrittenResult): ItemResponse {
    const { body, byteLength } = writeSuccess(this.idText ?? 'null', this.echoedChainId, result);
    return { body, byteLength, coverage: result.coverage, ignored: this.ignored, outcome: this.outcome() };
  }

  /**
   * Creates the error response for a thrown value. Charges one unit for an invalid request, to limit floods of them.
   */
  private async refuse(thrown: unknown): Promise<ItemResponse> {
    if (this.charged) return this.failure(thrown);
    try {
      await this.charge(WORK_UNITS.minimum);
      return this.failure(thrown);
    } catch (overLimit) {
      return this.failure(overLimit);
    }
  }

  private failure(thrown: unknown): ItemResponse {
    if (isNodeError(thrown))
      return { ...writeRawError(this.idText ?? 'null', thrown.json), outcome: this.outcome() };
    const { error, wire } = toWireError(thrown);
    const isFault = error === 'internalError' || isUpstreamUnavailable(thrown);
    return {
      ...writeError(this.idText ?? 'null', this.echoedChainId, wire),
      error,
      ignored: this.ignored,
      retryAfterSeconds: retryAfterOf(wire),
      outcome: { ...this.outcome(), error, reason: wire.data.reason, cause: isFault ? thrown : undefined },
    };
  }

  private get ignored(): readonly string[] | undefined {
    if (this.call === undefined) return undefined;
    const { method, params } = this.call;
    return [...unknownNames(this.item, ENVELOPE_NAMES), ...(method.ignoredNames?.(params) ?? [])];
  }

  private get echoedChainId(): number | undefined {
    return this.call?.method.echoesChainId ? this.call.chainId : undefined;
  }

  private outcome(): CallOutcome {
    return {
      method: this.methodName,
      chainId: (this.call ?? this.nodeCall)?.chainId,
      units: this.units,
      startedAt: this.startedAt,
      ms: performance.now() - this.startedAt,
      cache: this.cache,
    };
  }

  private get methodName(): string {
    if (this.call !== undefined) return this.call.method.name;
    if (this.nodeCall !== undefined) return this.nodeCall.node.label;
    const { registry, group } = this.context;
    const name = (this.item as { method?: unknown } | null)?.method;
    if (name === DISCOVER) return DISCOVER;
    return (typeof name === 'string' && registry.find(group, name)?.name) || 'unknown';
  }
}

const answerTooLarge = (maxBytes: number) =>
  new RpcError(
    'answerTooLarge',
    'answer-too-large',
    `The response would exceed ${maxBytes} bytes; request less per call`,
    { maxBytes },
  );

/** A call with a valid envelope, method and chain. Its params are not checked yet. */
type ReadCall = Call & {
  method: Method;
  params: unknown;
  /** Cache key of the call's response; undefined if the response is not cached. */
  cacheKey: string | undefined;
};

/** A call of a method of the chain's node, with a valid envelope and chain. */
type NodeCall = { node: NodeMethod; params: unknown; chainId: number };

/** The service discovery method of OpenRPC. It needs no chain. */
const DISCOVER = 'rpc.discover';

/**
 * Reads one request of a body.
 * @param idText the result of `idTextOf` for the request
 * @returns the call of a method of this service or of a node, or `rpc.discover`
 * @throws RpcError
 */
function readCall(
  item: unknown,
  idText: string | null,
  ports: Ports,
  context: RequestContext,
): ReadCall | NodeCall | typeof DISCOVER {
  const request = readEnvelope(item, idText);
  if (request.method === DISCOVER) return DISCOVER;
  const { registry, group, forwards } = context;
  const { params } = request;
  const isForwarding = group === 'solana' && forwards;
  const method =
    registry.find(group, request.method) ?? (isForwarding ? nodeMethod(request.method) : undefined);
  if (method === undefined) throw unknownMethod(registry, group, request);
  checkAllowed(method, context);
  const given = readChainId(request.chainId, context.queryChainIds);
  const chainId = servedChain(group, given, ports);
  if ('level' in method) {
    checkForwarded(method, chainId, ports);
    return { node: method, params, chainId };
  }
  const key = method.responseCache?.cacheKey(params);
  return {
    method,
    params,
    chainId,
    chainIdGiven: given !== undefined,
    cacheKey: key === undefined ? undefined : `${method.name} ${chainId} ${key}`,
  };
}

/**
 * Checks that calls of a node's method are forwarded on a chain.
 * @throws RpcError
 */
function checkForwarded({ name, level }: NodeMethod, chainId: number, { settings }: Ports): void {
  const allowed = settings.solanaForward.get(chainId) ?? 'read';
  if (allowed === 'all' || allowed === level) return;
  throw new RpcError(
    'methodNotFound',
    'method-not-forwarded',
    `${name} is not forwarded to the node of chain ${chainId}; that requires SOLANA_FORWARD_${chainId}=${level}`,
  );
}

const unknownMethod = (registry: Registry, group: MethodGroup, { method }: Envelope) =>
  new RpcError(
    'methodNotFound',
    'method-not-found',
    `Unknown method on /${group}: ${JSON.stringify(method)}`,
    {
      methods: registry.names(group),
    },
  );

/**
 * Checks that the project may call the method.
 * @throws RpcError if the project's list of allowed methods does not contain the method
 */
function checkAllowed({ name }: { name: string }, { access, registry, group }: RequestContext): void {
  const allowed = access?.methods;
  if (allowed === undefined || allowed.has(name)) return;
  throw new RpcError(
    'methodNotAllowedForProject',
    'method-not-allowed-for-project',
    `This project may not call ${name}`,
    { methods: registry.names(group).filter((other) => allowed.has(other)) },
  );
}

function servedChain(group: MethodGroup, given: number | undefined, ports: Ports): number {
  const supported = group === 'solana' ? ports.solana.chainIds : ports.evm.chainIds;
  if (given === undefined && group === 'solana') {
    throw new RpcError(
      'invalidParams',
      'missing-chain-id',
      `chainId is required: one of ${supported.join(', ')}`,
      { path: 'chainId', supported },
    );
  }
  const chainId = given ?? ports.settings.defaultEvmChainId;
  if (group === 'evm-chain' && hasOtherCreate2Rule(chainId))
    throw new RpcError(
      'unsupportedChain',
      'unsupported-derivation',
      `Chain ${chainId} derives contract addresses by another rule (ZK Stack), so the account has no known address there`,
      { supported },
    );
  if (!supported.includes(chainId)) {
    throw new RpcError('unsupportedChain', 'unsupported-chain', `Unsupported chainId: ${chainId}`, {
      supported,
      // Only EVM chains can be supported without having an endpoint.
      ...(group === 'evm-chain' ? { withoutEndpoint: ports.evm.withoutEndpoint } : {}),
    });
  }
  return chainId;
}
