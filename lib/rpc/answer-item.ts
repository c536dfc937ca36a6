import { isLong, writeJson, writeLongJson } from '@/lib/json/json';
import type { Ports } from '@/lib/services/ports';
import { MINIMUM_UNITS } from '@/lib/services/prices';
import { idTextOf } from './envelope';
import { RpcError, type RpcErrorName, toWireError } from './errors';
import { DISCOVER, type ReadCall, readCall } from './read-call';
import type { RequestContext } from './request-context';
import { writeError, writeSuccess } from './write-answer';

/** The answer to one request of a body. */
export type ItemAnswer = {
  body: string;
  byteLength: number;
  error?: RpcErrorName;
  retryAfterSeconds?: number;
};

/** Takes bytes from what the whole body may still answer; false when there are too few. */
export type ReserveBytes = (bytes: number) => boolean;

/** A value, or a promise of it where it has to be waited for. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * One request of a body on its way to its answer: how far it has come decides what an error says of it.
 * Each item is answered by itself; nothing is thrown and no promise rejects.
 */
export class Item {
  private readonly startedAt = performance.now();
  private readonly idText: string | null;
  private method = '';
  private call: ReadCall | undefined;
  /** Whether the caller has paid for it. */
  private charged = false;

  /** @param rawId text of its id in the body */
  constructor(
    private readonly item: unknown,
    rawId: () => string | undefined,
    private readonly ports: Ports,
    private readonly context: RequestContext,
  ) {
    this.idText = idTextOf(item, rawId);
  }

  /** The answer: at once when it is a recent one. */
  answer(reserve: ReserveBytes): MaybePromise<ItemAnswer> {
    try {
      const call = readCall(this.item, this.idText, this.ports, this.context, (name) => {
        this.method = name;
      });
      if (call === DISCOVER) return this.describe(reserve);
      this.call = call;
      return this.recall(call, reserve) ?? this.work(call, reserve);
    } catch (thrown) {
      return this.refuse(thrown);
    }
  }

  /** A recent answer to the same call, when the caller's allowance is at hand. */
  private recall({ recentName }: ReadCall, reserve: ReserveBytes): ItemAnswer | undefined {
    if (recentName === undefined) return undefined;
    const recent = this.context.recentAnswers.get(recentName);
    if (recent === undefined || !this.context.limits.takeNow(MINIMUM_UNITS)) return undefined;
    return this.success(recent.text, recent.byteLength, reserve);
  }

  /** Calls the method's handler. */
  private async work(call: ReadCall, reserve: ReserveBytes): Promise<ItemAnswer> {
    const { context, ports } = this;
    const { method, chainId, chainIdGiven, recentName } = call;
    try {
      const recent = recentName === undefined ? undefined : context.recentAnswers.get(recentName);
      if (recent !== undefined) {
        await this.charge(MINIMUM_UNITS);
        return this.success(recent.text, recent.byteLength, reserve);
      }
      const input = method.readParams(call.params);
      const units = method.units(input);
      await this.charge(units);
      const work = context.startWork(units);
      let result: unknown;
      try {
        const { signal, deadlineAt } = work;
        result = await method.handler(input, ports, { chainId, chainIdGiven, signal, deadlineAt });
      } finally {
        work.end();
      }
      const text = isLong(result) ? await writeLongJson(result) : writeJson(result);
      const byteLength = Buffer.byteLength(text);
      if (recentName !== undefined)
        context.recentAnswers.set(
          recentName,
          text,
          byteLength,
          method.recentAnswers?.holdsMs(ports.settings) ?? 0,
        );
      return this.success(text, byteLength, reserve);
    } catch (thrown) {
      return this.refuse(thrown);
    }
  }

  private async describe(reserve: ReserveBytes): Promise<ItemAnswer> {
    try {
      await this.charge(MINIMUM_UNITS);
      const text = writeJson(this.context.registry.openRpc());
      return this.success(text, Buffer.byteLength(text), reserve);
    } catch (thrown) {
      return this.refuse(thrown);
    }
  }

  private async charge(units: number): Promise<void> {
    this.charged = true;
    const { limits } = this.context;
    if (!limits.takeNow(units)) await limits.take(units);
  }

  private success(text: string, textBytes: number, reserve: ReserveBytes): ItemAnswer {
    const answer = writeSuccess(this.idText ?? 'null', this.echoedChainId, text, textBytes);
    if (!reserve(answer.byteLength)) return this.failure(answerTooLarge(this.context.maxAnswerBytes));
    this.tell();
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
    this.tell(error, thrown);
    const body = writeError(this.idText ?? 'null', this.echoedChainId, wire);
    const { retryAfterSeconds } = wire.data;
    return {
      body,
      byteLength: Buffer.byteLength(body),
      error,
      ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
    };
  }

  private get echoedChainId(): number | undefined {
    return this.call?.method.echoesChainId ? this.call.chainId : undefined;
  }

  private tell(error?: RpcErrorName, thrown?: unknown): void {
    const { method, call, context } = this;
    const isFault = error === 'internalError' || error === 'upstreamUnavailable';
    context.onAnswer?.({
      method,
      ms: performance.now() - this.startedAt,
      ...(call === undefined ? {} : { chainId: call.chainId }),
      ...(error === undefined ? {} : { error }),
      ...(isFault ? { cause: thrown } : {}),
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
