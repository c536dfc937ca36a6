import { joinTexts } from '@/lib/json/json-text';
import { parseBody } from '@/lib/json/parse-body';
import { idTexts } from '@/lib/json/request-ids';
import { whenUsedUp } from '@/lib/promises/for-each-yielding';
import type { Ports } from '@/lib/services/ports';
import { type ItemAnswer, type MaybePromise, type ReserveBytes, RpcCall } from './rpc-call';
import { coverageHeader } from './coverage-header';
import { RpcError, toWireError } from './errors';
import { ignoredHeader } from './ignored-names';
import type { BodyAnswer, RequestContext } from './request-context';
import { writeError } from './write-answer';

/** Most items of a batch. */
const MAX_BATCH = 100;
/** Items of a batch that are worked on at the same time. */
const CONCURRENT_ITEMS = 8;

/**
 * Answers a JSON-RPC body: one request or a batch of 1 to 100 (JSON-RPC 2.0 §6). Nothing is thrown and no promise
 * rejects. Cached responses need no promise.
 */
export function dispatch(body: Uint8Array, ports: Ports, context: RequestContext): MaybePromise<BodyAnswer> {
  const parsed = parseBody(body);
  if (!parsed.ok) return refuseBody(new RpcError('parseError', parsed.reason, parsed.message), context);
  let ids: (string | undefined)[] | undefined;
  const rawId = (index: number) => {
    ids ??= idTexts(parsed.text);
    return ids[index];
  };
  if (!Array.isArray(parsed.value)) {
    const answer = new RpcCall(parsed.value, () => rawId(0), ports, context).answer(
      (bytes) => bytes <= context.maxAnswerBytes,
    );
    return answer instanceof Promise ? answer.then(bodyOf) : bodyOf(answer);
  }
  return dispatchBatch(parsed.value, rawId, ports, context);
}

/** An answer that travels alone: as bytes where they are at hand. */
const bodyOf = ({
  body,
  byteLength,
  bytes,
  coverage,
  ignored,
  error,
  retryAfterSeconds,
}: ItemAnswer): BodyAnswer => ({
  body: bytes === undefined ? body : bytes(),
  byteLength,
  coverage: coverage && coverageHeader([coverage]),
  ignored: ignored && ignoredHeader(ignored),
  error,
  retryAfterSeconds,
});

function dispatchBatch(
  items: readonly unknown[],
  rawId: (index: number) => string | undefined,
  ports: Ports,
  context: RequestContext,
): MaybePromise<BodyAnswer> {
  if (items.length === 0 || items.length > MAX_BATCH) {
    const message = `A batch holds 1 to ${MAX_BATCH} requests, not ${items.length}`;
    return refuseBody(new RpcError('invalidRequest', 'batch-size', message), context);
  }
  const batch = new Batch(context.maxAnswerBytes, (index, reserve) =>
    new RpcCall(items[index], () => rawId(index), ports, context).answer(reserve),
  );
  return batch.answer(items.length);
}

/** The items of a batch, worked off a few at a time; together their answers are bounded in bytes. */
class Batch {
  private readonly answers: ItemAnswer[] = [];
  private next = 0;
  private bytesLeft: number;

  constructor(
    maxBytes: number,
    private readonly answerItem: (index: number, reserve: ReserveBytes) => MaybePromise<ItemAnswer>,
  ) {
    this.bytesLeft = maxBytes - 2; // the brackets
  }

  answer(count: number): MaybePromise<BodyAnswer> {
    let first: Promise<void> | undefined;
    while (this.next < count && first === undefined) first = this.answerNext();
    if (first === undefined) return this.joined();
    const lanes = [this.continueAfter(first, count)];
    // Those that take the processor for long let the event loop go on before the next one begins.
    while (lanes.length < CONCURRENT_ITEMS) lanes.push(this.continueAfter(whenUsedUp(), count));
    return Promise.all(lanes).then(() => this.joined());
  }

  /** Answers the next item; a promise when it has to be waited for. */
  private answerNext(): Promise<void> | undefined {
    const index = this.next++;
    const answer = this.answerItem(index, this.reserve);
    if (answer instanceof Promise) return answer.then((one) => this.keep(index, one));
    this.keep(index, answer);
    return undefined;
  }

  private async continueAfter(before: Promise<void> | undefined, count: number): Promise<void> {
    if (before !== undefined) await before;
    while (this.next < count) {
      await this.answerNext();
      await whenUsedUp();
    }
  }

  private keep(index: number, answer: ItemAnswer): void {
    this.answers[index] = answer;
  }

  private readonly reserve: ReserveBytes = (bytes) => {
    const needed = bytes + 1; // and a comma
    if (needed > this.bytesLeft) return false;
    this.bytesLeft -= needed;
    return true;
  };

  private joined(): BodyAnswer {
    const { answers } = this;
    const separated = answers.flatMap(({ body }, index) => [index === 0 ? '[' : ',', body]);
    const body = joinTexts([...separated, ']']);
    const byteLength = answers.reduce((sum, one) => sum + one.byteLength + 1, 1);
    const first = answers[0];
    const allRefused = answers.every(({ error }) => error === 'limitExceeded' || error === 'unavailable');
    const covered = answers.flatMap(({ coverage }) => (coverage === undefined ? [] : [coverage]));
    const coverage = covered.length === 0 ? undefined : coverageHeader(covered);
    const ignored = ignoredHeader(answers.flatMap((one) => one.ignored ?? []));
    if (!allRefused || first?.error === undefined) return { body, byteLength, coverage, ignored };
    return {
      body,
      byteLength,
      ignored,
      error: first.error,
      retryAfterSeconds: Math.max(...answers.map((one) => one.retryAfterSeconds ?? 1)),
    };
  }
}

/** The answer to a body that holds no request. */
function refuseBody(thrown: RpcError, context: RequestContext): BodyAnswer {
  const { error, wire } = toWireError(thrown);
  context.onAnswer?.({ method: '', error, ms: 0 });
  const body = writeError('null', undefined, wire);
  return { body, byteLength: Buffer.byteLength(body), error };
}
