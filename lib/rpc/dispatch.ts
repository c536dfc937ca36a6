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
    return answerItem(parsed.value, () => rawId(0), registry, context, circumstances, true);
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
  const answers = items.map((item, index) =>
    answerItem(item, () => rawId(index), registry, context, circumstances),
  );
  return whenHere(whenAllHere(answers), joined);
}

function joined(answers: Dispatched[]): Dispatched {
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
