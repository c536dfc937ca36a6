import type { RequestScope } from '@/lib/promises/request-scope';
import type { BatchedAnswer, BatchedCall, BatchTransport, Transport } from './transport-type';

/** How long a node that answered no batch is sent none: a refusal costs a round trip each time. */
const WITHOUT_BATCHES_MS = 10 * 60_000;

type Waiting = BatchedCall & { scope: RequestScope; resolve: (answer: BatchedAnswer | undefined) => void };

/**
 * Makes transports whose first calls, those made in one go, travel in one request where the node takes batches. What a
 * batch does not answer, and every later call, is asked by itself: that way has the retries.
 */
export function firstCallsTogether(
  transport: Transport,
  batch: BatchTransport,
  now: () => number = () => performance.now(),
): () => Transport {
  let refusedUntil = Number.NEGATIVE_INFINITY;

  const send = async (calls: readonly Waiting[]): Promise<void> => {
    const [first] = calls;
    const answers =
      first === undefined || calls.length === 1
        ? []
        : await batch(
            calls.map(({ method, params }) => ({ method, params })),
            first.scope,
          ).catch(() => undefined);
    // One that was given up tells nothing of the node.
    if (calls.length > 1 && answers?.every((answer) => answer === undefined))
      refusedUntil = now() + WITHOUT_BATCHES_MS;
    for (const [i, { resolve }] of calls.entries()) resolve(answers?.[i]);
  };

  return () => {
    if (now() < refusedUntil) return transport;
    const waiting: Waiting[] = [];
    let sent = false;
    return async (method, params, scope, anotherFirst) => {
      if (sent || anotherFirst) return transport(method, params, scope, anotherFirst);
      const answer = await new Promise<BatchedAnswer | undefined>((resolve) => {
        if (waiting.push({ method, params, scope, resolve }) > 1) return;
        queueMicrotask(() => {
          sent = true;
          void send(waiting);
        });
      });
      // The node's own error too: it may pass, and what it means is known where single calls fail.
      return answer !== undefined && 'result' in answer ? answer.result : transport(method, params, scope);
    };
  };
}
