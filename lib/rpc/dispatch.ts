import { type Later, whenAllHere, whenHere } from '@/lib/later';
import { answerItem, failure } from './answer-item';
import type { Circumstances, Dispatched, Registry } from './circumstances';
import type { Context } from './context';
import { RpcError } from './errors';
import { idTexts, parseBody } from './json';

/** Most items of a batch (contract §1). */
const MAX_BATCH = 100;

/**
 * Answers a JSON-RPC body: one request or a batch of 1 to 100 (JSON-RPC 2.0 §6, contract §1). Never throws, nor
 * does its promise reject; what is answered from memory is answered at once.
 */
export function dispatch(
  body: Uint8Array,
  registry: Registry,
  context: Context,
  circumstances: Circumstances,
): Later<Dispatched> {
  const parsed = parseBody(body);
  if (!parsed.ok) {
    const thrown = new RpcError('parseError', parsed.reason, parsed.message);
    return failure(thrown, 'null', undefined, '', circumstances, 0);
  }
  let ids: (string | undefined)[] | undefined;
  const rawId = (index: number) => {
    ids ??= idTexts(parsed.text);
    return ids[index];
  };
  if (!Array.isArray(parsed.value))
    return whenHere(
      answerItem(parsed.value, () => rawId(0), registry, context, circumstances, true),
      (answer) => withinBytes(answer, circumstances.maxAnswerBytes, circumstances),
    );
  return dispatchBatch(parsed.value, rawId, registry, context, circumstances);
}

function dispatchBatch(
  items: unknown[],
  rawId: (index: number) => string | undefined,
  registry: Registry,
  context: Context,
  circumstances: Circumstances,
): Later<Dispatched> {
  if (items.length === 0 || items.length > MAX_BATCH) {
    const thrown = new RpcError(
      'invalidRequest',
      'batch-size',
      `A batch holds 1 to ${MAX_BATCH} requests, not ${items.length}`,
    );
    return failure(thrown, 'null', undefined, '', circumstances, 0);
  }
  const batch = new BatchAnswers(circumstances);
  const answerFrom = (start: number): Later<Dispatched> => {
    for (let from = start; from < items.length; from += ITEMS_AT_ONCE) {
      const some = whenAllHere(
        items
          .slice(from, from + ITEMS_AT_ONCE)
          .map((item, i) => answerItem(item, () => rawId(from + i), registry, context, circumstances)),
      );
      if (some instanceof Promise)
        return some.then((answers) => {
          batch.add(answers);
          return answerFrom(from + ITEMS_AT_ONCE);
        });
      batch.add(some);
    }
    return batch.joined();
  };
  return answerFrom(0);
}

/** Items of a batch that are worked on at the same time: what cannot be sent is not held for all of them at once. */
const ITEMS_AT_ONCE = 8;

/** The answers of a batch in order, bounded together by `MAX_ANSWER_BYTES`. */
class BatchAnswers {
  private readonly answers: Dispatched[] = [];
  private bytesLeft: number;

  constructor(private readonly circumstances: Circumstances) {
    this.bytesLeft = circumstances.maxAnswerBytes - BRACKETS;
  }

  add(answers: readonly Dispatched[]): void {
    for (const answer of answers) {
      const kept = withinBytes(answer, this.bytesLeft, this.circumstances);
      this.bytesLeft -= byteLengthOf(kept) + COMMA;
      this.answers.push(kept);
    }
  }

  joined(): Dispatched {
    const { answers } = this;
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
}

const BRACKETS = 2;
const COMMA = 1;

const byteLengthOf = ({ body, byteLength }: Dispatched) => byteLength ?? Buffer.byteLength(body);

/** An answer, or in its place the error that says that it is too large to be sent. */
function withinBytes(answer: Dispatched, most: number, circumstances: Circumstances): Dispatched {
  if (byteLengthOf(answer) <= most || answer.error !== undefined) return answer;
  const maxBytes = circumstances.maxAnswerBytes;
  const thrown = new RpcError(
    'answerTooLarge',
    'answer-too-large',
    `The answer would pass ${maxBytes} bytes (MAX_ANSWER_BYTES); ask for less in one request`,
    { maxBytes },
  );
  return failure(thrown, answer.idText ?? 'null', answer.echoed, '', circumstances, 0);
}
