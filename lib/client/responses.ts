import type { ServiceResponse } from './exchange';
import { clientError, SatchelError } from './satchel-error';

/** The result of one request. */
export type Outcome =
  | { ok: true; result: unknown }
  | {
      ok: false;
      error: SatchelError;
      /** Delay before a retry, in ms; undefined if the request must not be retried. */
      retryInMs?: number;
    };

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the outcome of each request in a body, in order.
 * @param backoffMs delay before a retry, in ms, if the response does not contain one
 */
export function readResponses(
  answer: ServiceResponse,
  ids: readonly number[],
  single: boolean,
  backoffMs: number,
) {
  const { status, value } = answer;
  if (!single && Array.isArray(value) && value.length === ids.length)
    return ids.map((id, at) => readAnswer(answer, value[at], id, backoffMs));
  // One error for the whole body, for example because of wrong credentials, the body's size or a rate limit.
  const isWhole = single || (isObject(value) && value.error !== undefined) || value === undefined;
  if (isWhole) return ids.map((id) => readAnswer(answer, value, id, backoffMs));
  return ids.map((): Outcome => malformed(status));
}

function readAnswer(answer: ServiceResponse, value: unknown, id: number, backoffMs: number): Outcome {
  const { status } = answer;
  const isRefusal = status === 429 || status === 503;
  const retryIn = (data: Json) => {
    const asked = typeof data.retryAfterSeconds === 'number' ? data.retryAfterSeconds * 1000 : undefined;
    return isRefusal ? (answer.retryAfterMs ?? asked ?? backoffMs) : asked;
  };
  if (value === undefined && isRefusal)
    return {
      ok: false,
      error: new SatchelError(status === 429 ? 'rate-limited' : 'overloaded', `HTTP ${status}`, {
        httpStatus: status,
      }),
      retryInMs: retryIn({}) ?? backoffMs,
    };
  if (!isObject(value)) return malformed(status);
  const { error } = value;
  if (error === undefined)
    return value.id === id && 'result' in value ? { ok: true, result: value.result } : malformed(status);
  if (!isObject(error) || typeof error.code !== 'number' || typeof error.message !== 'string')
    return malformed(status);
  const data = isObject(error.data) ? error.data : {};
  const reason = typeof data.reason === 'string' ? data.reason : 'node-error';
  const failed = new SatchelError(reason, error.message, { code: error.code, data, httpStatus: status });
  const retryInMs = reason === 'answer-too-large' ? undefined : retryIn(data);
  return { ok: false, error: failed, ...(retryInMs === undefined ? {} : { retryInMs }) };
}

const malformed = (httpStatus: number): Outcome => ({
  ok: false,
  error: clientError(
    'malformed-answer',
    `The service did not send a JSON-RPC response (HTTP ${httpStatus})`,
    {
      httpStatus,
    },
  ),
});
