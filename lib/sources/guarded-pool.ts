import { type Dispatcher, Pool } from 'undici';
import { BodyError } from './body-error';

/** So many chunks in a row may be as small as they like. */
const FREE_CHUNKS = 1_024;
/** A chunk of so many bytes is not small; each costs microseconds however small it is. */
const CHUNK_BYTES = 256;

/**
 * Connections to an upstream, a gateway or an untrusted host. An answer in very many very small chunks is broken off
 * within the read that brings them: a hundred thousand, which 600 kB may hold, would take a good part of a second.
 */
export const guardedPool = (origin: string, options: Pool.Options): Dispatcher =>
  new Pool(origin, options).compose(breakOffTinyChunks);

const breakOffTinyChunks: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  let free = FREE_CHUNKS;
  return dispatch(options, {
    onRequestStart: (...all) => handler.onRequestStart?.(...all),
    onRequestUpgrade: (...all) => handler.onRequestUpgrade?.(...all),
    onResponseStart: (...all) => handler.onResponseStart?.(...all),
    onResponseData(controller, chunk) {
      // What came before buys no more than a few: else a long body's end might be a million of them.
      free = Math.min(FREE_CHUNKS, free + chunk.length / CHUNK_BYTES - 1);
      if (free < 0) controller.abort(new BodyError('too-large'));
      else handler.onResponseData?.(controller, chunk);
    },
    onResponseEnd: (...all) => handler.onResponseEnd?.(...all),
    onResponseError: (...all) => handler.onResponseError?.(...all),
  });
};
