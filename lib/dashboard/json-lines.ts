import { PAGE_TOKEN_HEADER, tokenOfThisPage } from './page-token';

/** An answer that is no stream: what it says was wrong. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
    /** Of a limit: how long it lasts. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/**
 * Reads a stream of JSON lines of this origin as it comes.
 * @throws StreamRefused when the answer is an error; whatever `fetch` throws when it breaks off or is aborted
 */
export async function* readLines<T>(url: string, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  const response = await fetch(url, {
    signal,
    headers: { Accept: 'text/x-ndjson', [PAGE_TOKEN_HEADER]: tokenOfThisPage() },
  });
  if (!response.ok || response.body === null) {
    const said = (await response.json().catch(() => ({}))) as { reason?: string; message?: string };
    const after = Number(response.headers.get('Retry-After') ?? Number.NaN);
    throw new StreamRefused(
      response.status,
      said.reason ?? 'refused',
      said.message ?? `The server answered with status ${response.status}`,
      Number.isFinite(after) ? after : undefined,
    );
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? '')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line) as T;
    if (done) return;
  }
}
