import { isUpstreamUnavailable } from '@/lib/errors';
import type { JsonText } from '@/lib/json/json-text';
import type { Ports } from '@/lib/services/ports';
import { MINIMUM_UNITS } from '@/lib/services/prices';
import type { AnswerCoverage } from './coverage-header';
import { idTextOf } from './envelope';
import { RpcError, type RpcErrorName, toWireError } from './errors';
import { DISCOVER, type ReadCall, readCall } from './read-call';
import type { RequestContext } from './request-context';
import type { WrittenResult } from './response-cache';
import { writeError, writeResult, writeSuccess, writtenDocument } from './write-answer';

/** The answer to one request of a body. */
export type ItemAnswer = {
  body: JsonText;
  byteLength: number;
  coverage?: AnswerCoverage | undefined;
  /** Names of unknown options and fields in the request. */
  ignored?: readonly string[] | undefined;
  /** The same as bytes, where they are at hand: for an answer that travels alone. */
  bytes?: () => Uint8Array;
  error?: RpcErrorName;
  retryAfterSeconds?: number;
};

/** Takes bytes from what the whole body may still answer; false when there are too few. */
export type ReserveBytes = (bytes: number) => boolean;

/** A value, or a promise of it where it has to be waited for. */
export type MaybePromise<T> = T | Promise<T>;

/** One request of a body, from parsing to its answer. Nothing is thrown and no promise rejects. */
export class RpcCall {
  private readonly startedAt = performance.now();
  private readonly idText: string | null;
  private method = '';
  private call: ReadCall | undefined;
  /** Whether the caller has paid for it. */
  private charged = false;
  /** Work units that were taken for it. */
  private units = 0;

  /** @param rawId text of its id in the body */
  constructor(
    private readonly item: unknown,
    rawId: () => string | undefined,
    private readonly ports: Ports,
    private readonly context: RequestContext,
  ) {
    this.idText = idTextOf(item, rawId);
  }

  /** The answer: not a promise when it is cached. */
  answer(reserve: ReserveBytes): MaybePromise<ItemAnswer> {
    try {
      const call = readCall(this.item, this.idText, this.ports, this.context, (name) => {
        this.method = name;
      });
      if (call === DISCOVER) return this.describe(reserve);
      this.call = call;
      return this.fromCache(call, reserve) ?? this.work(call, reserve);
    } catch (thrown) {
      return this.refuse(thrown);
    }
  }

  /** A cached response, unless the caller's allowance must be fetched first. */
  private fromCache({ cacheKey }: ReadCall, reserve: ReserveBytes): ItemAnswer | undefined {
    if (cacheKey === undefined) return undefined;
    const recent = this.context.responseCache.get(cacheKey);
    if (recent === undefined || !this.context.limits.takeNow(MINIMUM_UNITS)) return undefined;
    this.units += MINIMUM_UNITS;
    return this.success(recent, reserve);
  }

  /** Waits for an equal call under way, or calls the method's handler. */
  private async work(call: ReadCall, reserve: ReserveBytes): Promise<ItemAnswer> {
    const { responseCache } = this.context;
    const { cacheKey } = call;
    try {
      if (cacheKey === undefined) return this.success(await this.result(call), reserve);
      const inFlight = responseCache.inFlight(cacheKey);
      const recent = inFlight ? await inFlight : responseCache.get(cacheKey);
      if (recent !== undefined) {
        await this.charge(MINIMUM_UNITS);
        return this.success(recent, reserve);
      }
      const holdsMs = call.method.responseCache?.holdsMs(this.ports.settings) ?? 0;
      const made = await responseCache.make(cacheKey, holdsMs, () => this.result(call));
      return this.success(made, reserve);
    } catch (thrown) {
      return this.refuse(thrown);
    }
  }

  /** Charges for the call, begins its work and writes what the method's handler gives. */
  private async result({ method, params, chainId, chainIdGiven }: ReadCall): Promise<WrittenResult> {
    const input = method.readParams(params);
    const units = method.units(input);
    await this.charge(units);
    const work = this.context.startWork(units);
    try {
      const output = await method.handler(input, this.ports, { chainId, chainIdGiven }, work.scope);
      const beyond = method.unitsBeyond?.(output) ?? 0;
      if (beyond > 0) this.owe(beyond);
      return await writeResult(method, input, output, this.ignored ?? []);
    } finally {
      work.end();
    }
  }

  private async describe(reserve: ReserveBytes): Promise<ItemAnswer> {
    try {
      await this.charge(MINIMUM_UNITS);
      return this.success(writtenDocument(this.context.registry), reserve);
    } catch (thrown) {
      return this.refuse(thrown);
    }
  }

  private async charge(units: number): Promise<void> {
    this.charged = true;
    const { limits } = this.context;
    if (!limits.takeNow(units)) await limits.take(units);
    this.units += units;
  }

  private owe(units: number): void {
    this.context.limits.owe(units);
    this.units += units;
  }

  private success(result: WrittenResult, reserve: ReserveBytes): ItemAnswer {
    const answer: ItemAnswer = writeSuccess(this.idText ?? 'null', this.echoedChainId, result);
    // Set here, not in the result, which may come from the response cache.
    answer.ignored = this.ignored;
    if (!reserve(answer.byteLength)) return this.failure(answerTooLarge(this.context.maxAnswerBytes));
    this.report();
    return answer;
  }

  /** The answer that says what was thrown. What could not be priced costs one unit: bad requests may be a flood, too. */
  private async refuse(thrown: unknown): Promise<ItemAnswer> {
    if (this.charged) return this.failure(thrown);
    try {
      await this.charge(MINIMUM_UNITS);
      return this.failure(thrown);
    } catch (overLimit) {
      return this.failure(overLimit);
    }
  }

  private failure(thrown: unknown): ItemAnswer {
    const { error, wire } = toWireError(thrown);
    this.report(error, thrown);
    const body = writeError(this.idText ?? 'null', this.echoedChainId, wire);
    const { retryAfterSeconds } = wire.data;
    return {
      body,
      byteLength: Buffer.byteLength(body),
      error,
      ignored: this.ignored,
      ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
    };
  }

  private get ignored(): readonly string[] | undefined {
    return this.call?.method.ignoredNames?.(this.call.params);
  }

  private get echoedChainId(): number | undefined {
    return this.call?.method.echoesChainId ? this.call.chainId : undefined;
  }

  /** Its method as usage knows it: of a closed list. */
  private get countedName(): string {
    const { call, method, context } = this;
    if (call !== undefined) return call.method.name;
    return method === DISCOVER ? DISCOVER : (context.registry.find(context.group, method)?.name ?? 'unknown');
  }

  private report(error?: RpcErrorName, thrown?: unknown): void {
    const { method, call, context } = this;
    if (context.access !== undefined)
      context.usage?.count(context.access.projectId, this.countedName, this.units);
    const isFault = error === 'internalError' || isUpstreamUnavailable(thrown);
    context.onAnswer?.({
      method,
      ms: performance.now() - this.startedAt,
      ...(call === undefined ? {} : { chainId: call.chainId }),
      ...(error === undefined ? {} : { error }),
      ...(isFault ? { cause: thrown, trace: context.trace } : {}),
    });
  }
}

const answerTooLarge = (maxBytes: number) =>
  new RpcError(
    'answerTooLarge',
    'answer-too-large',
    `The answer would pass ${maxBytes} bytes (MAX_ANSWER_BYTES); ask for less in one request`,
    { maxBytes },
  );
