import { joinTexts } from '@/lib/json/json-text';
import { parseBody } from '@/lib/json/parse-body';
import type { Ports } from '@/lib/services/ports';
import { coverageHeader } from './coverage-header';
import { writeError } from './envelope';
import { ignoredHeader } from './params/read-params';
import type { BodyResponse, RequestContext } from './request-context';
import { type ItemResponse, type ReserveBytes, RpcCall } from './rpc-call';
import { RpcError, toWireError } from './rpc-errors';

/** Maximum number of requests in a batch. */
const MAX_BATCH = 100;
/** Maximum number of requests of one batch in flight. */
const CONCURRENT_ITEMS = 8;

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
  if (!parsed.ok) return refuseBody(new RpcError('parseError', parsed.reason, parsed.message));
  if (Array.isArray(parsed.value)) return dispatchBatch(parsed.value, ports, context);
  const call = new RpcCall(parsed.value, ports, context);
  const answer = await call.answer((bytes) => bytes <= context.maxAnswerBytes);
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
    return refuseBody(
      new RpcError(
        'invalidRequest',
        'batch-size',
        `A batch must have 1 to ${MAX_BATCH} requests, not ${items.length}`,
      ),
    );
  let bytesLeft = context.maxAnswerBytes - 2; // Leave room for the brackets.
  const reserve: ReserveBytes = (bytes) => {
    const needed = bytes + 1; // Include the comma.
    if (needed > bytesLeft) return false;
    bytesLeft -= needed;
    return true;
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

/** Creates the error response to a body that is neither a request nor a batch. */
function refuseBody(thrown: RpcError): BodyResponse {
  const { error, wire } = toWireError(thrown);
  const body = writeError('null', undefined, wire);
  return { body, byteLength: Buffer.byteLength(body), error, calls: [] };
}
