import { isNodeError, isUpstreamUnavailable } from '@/lib/errors';
import { writeJson } from '@/lib/json/exact-write';
import type { JsonText } from '@/lib/json/json-text';
import type { Ports } from '@/lib/services/ports';
import { documentUnits, WORK_UNITS } from '@/lib/services/work-units';
import { MAX_FORWARDED_BYTES } from '@/lib/solana/forwarded-call';
import type { AnswerCoverage } from './coverage-header';
import { idTextOf, writeError, writeRawError, writeSuccess } from './envelope';
import { checkFilters } from './node-methods';
import { DISCOVER, type NodeCall, type ReadCall, readCall } from './read-call';
import type { CallOutcome, Registry, RequestContext } from './request-context';
import type { CacheResult, WrittenResult } from './response-cache';
import { RpcError, type RpcErrorName, toWireError } from './rpc-errors';
import type { MethodResult } from './run-method';

/** The response to one request of a body. */
export type ItemResponse = {
  body: JsonText;
  byteLength: number;
  coverage?: AnswerCoverage | undefined;
  /** Names of unknown options and fields in the request. */
  ignored?: readonly string[] | undefined;
  error?: RpcErrorName | undefined;
  retryAfterSeconds?: number | undefined;
  outcome: CallOutcome;
};

/** Reserves bytes of the maximum response size, which all items of a batch share. Returns false if too few are left. */
export type ReserveBytes = (bytes: number) => boolean;

/** Cache of the serialized OpenRPC document of each registry. A batch may request the document a hundred times. */
const documents = new WeakMap<Registry, WrittenResult>();

/** Returns a registry's OpenRPC document, which is serialized only once. */
function writtenDocument(registry: Registry): WrittenResult {
  let written = documents.get(registry);
  if (written === undefined) {
    const text = writeJson(registry.openRpc());
    written = { text, byteLength: Buffer.byteLength(text) };
    documents.set(registry, written);
  }
  return written;
}

/** Processes one request of a body, from its parsed JSON to its response. */
export class RpcCall {
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
      return this.success(await this.result(), reserve);
    } catch (thrown) {
      return this.refuse(thrown);
    }
  }

  private async result(): Promise<WrittenResult> {
    const { context } = this;
    const call = readCall(this.item, this.idText, this.ports, context);
    if (call === DISCOVER) {
      const document = writtenDocument(context.registry);
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
    await this.charge(node.units);
    context.inFlight.enter(node.units);
    try {
      const { name: method, isOnce } = node;
      const forwarded = { method, params: params === undefined ? undefined : writeJson(params), isOnce };
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

  private success(result: WrittenResult, reserve: ReserveBytes): ItemResponse {
    const { body, byteLength } = writeSuccess(this.idText ?? 'null', this.echoedChainId, result);
    if (!reserve(byteLength)) return this.failure(answerTooLarge(this.context.maxAnswerBytes));
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
    const body = writeError(this.idText ?? 'null', this.echoedChainId, wire);
    const { retryAfterSeconds } = wire.data;
    const isFault = error === 'internalError' || isUpstreamUnavailable(thrown);
    return {
      body,
      byteLength: Buffer.byteLength(body),
      error,
      ignored: this.ignored,
      retryAfterSeconds: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined,
      outcome: { ...this.outcome(), error, reason: wire.data.reason, cause: isFault ? thrown : undefined },
    };
  }

  private get ignored(): readonly string[] | undefined {
    return this.call?.method.ignoredNames?.(this.call.params);
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
