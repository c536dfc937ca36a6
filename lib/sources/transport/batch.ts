import type { BatchedAnswer, BatchedCall } from './transport-type';
import { answerTo } from './upstream-answer';
import { EndpointFault } from './upstream-errors';

/** The calls of one JSON-RPC batch. It stands where the params of a single call do. */
export class Batch {
  constructor(readonly calls: readonly BatchedCall[]) {}

  /** What is sent. @param firstId id of the first call; those of the others follow it */
  text(firstId: number): string {
    const messages = this.calls.map(({ method, params }, i) => ({
      jsonrpc: '2.0',
      id: firstId + i,
      method,
      params,
    }));
    return JSON.stringify(messages);
  }

  /**
   * The answers in the order of the calls; undefined for a call that has none, or more than one.
   * @param body what `parseJson` gave
   * @throws UpstreamCallError when the node answers the whole with an error, EndpointFault when with no list
   */
  read(status: number, body: unknown, firstId: number): (BatchedAnswer | undefined)[] {
    if (body === undefined)
      throw new EndpointFault(status >= 400 ? `http-${status}` : 'malformed', 'refused');
    if (!Array.isArray(body)) {
      const answer = answerTo(body, firstId);
      if (answer !== undefined && 'error' in answer) throw answer.error;
      throw new EndpointFault(status >= 400 ? `http-${status}` : 'no-batch', 'refused');
    }
    const byId = new Map<unknown, unknown>();
    for (const each of body as unknown[]) {
      const { id } = (each ?? {}) as { id?: unknown };
      byId.set(id, byId.has(id) ? undefined : each);
    }
    return this.calls.map((_, i) => answerTo(byId.get(firstId + i), firstId + i));
  }
}
