import { Agent, type Dispatcher, Pool } from 'undici';
import { BodyError } from './bounded-body';

/** Number of consecutive small chunks that are allowed. */
const FREE_CHUNKS = 1_024;
/** Size below which a chunk counts as small, in bytes. Every chunk costs microseconds, whatever its size. */
const CHUNK_BYTES = 256;

/**
 * Creates a connection pool for an upstream, a gateway or an untrusted host. Aborts responses with very many tiny
 * chunks: 600 kB can contain 100,000 of them, which would block the event loop for a good part of a second.
 */
export const guardedPool = (origin: string, options: Pool.Options): Dispatcher =>
  new Pool(origin, options).compose(abortTinyChunks);

/** Creates a connection pool for each origin that requests name, for upstreams that redirect to another port. */
export const guardedAgent = (options: Agent.Options): Dispatcher =>
  new Agent(options).compose(abortTinyChunks);

const abortTinyChunks: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  let free = FREE_CHUNKS;
  return dispatch(options, {
    onRequestStart: (...all) => handler.onRequestStart?.(...all),
    onRequestUpgrade: (...all) => handler.onRequestUpgrade?.(...all),
    onResponseStart: (...all) => handler.onResponseStart?.(...all),
    onResponseData(controller, chunk) {
      // Cap the allowance, so that a long body cannot save up for a million tiny chunks at its end.
      free = Math.min(FREE_CHUNKS, free + chunk.length / CHUNK_BYTES - 1);
      if (free < 0) controller.abort(new BodyError('too-large'));
      else handler.onResponseData?.(controller, chunk);
    },
    onResponseEnd: (...all) => handler.onResponseEnd?.(...all),
    onResponseError: (...all) => handler.onResponseError?.(...all),
  });
};
