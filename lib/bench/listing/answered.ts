import type { Client, Dispatcher } from 'undici';

/**
 * Sends a request and returns the chunks of the response. Uses a minimal handler, so that the cost
 * of the client is negligible.
 */
export function answered(client: Client, request: Dispatcher.DispatchOptions): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    client.dispatch(request, {
      onRequestStart: () => {},
      onResponseStart: () => {},
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve(chunks),
      onResponseError: (_, error) => reject(error),
    });
  });
}
