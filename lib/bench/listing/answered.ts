import type { Client, Dispatcher } from 'undici';

/** Returns the chunks of a response. Uses a minimal handler, so that the cost of the client is negligible. */
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
