/** Request header in which the dashboard sends the token of the page. */
export const PAGE_TOKEN_HEADER = 'x-satchel-page';
/** Name of the `<meta>` element that contains the token. */
export const PAGE_TOKEN_META = 'satchel-page';

/** Returns the token of the current page; "" if the page has no token. */
const tokenOfThisPage = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${PAGE_TOKEN_META}"]`)?.content ?? '';

/** Thrown if the response is an error instead of a stream. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
    /** For a rate limit: seconds after which to retry. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** Reads why this server refused a request. */
export async function readRefusal(response: Response): Promise<StreamRefused> {
  const said = (await response.json().catch(() => ({}))) as { reason?: string; message?: string };
  const after = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new StreamRefused(
    response.status,
    said.reason ?? 'refused',
    said.message ?? `The server responded with status ${response.status}`,
    Number.isFinite(after) ? after : undefined,
  );
}

/**
 * Reads a stream of JSON lines from this origin.
 * @throws StreamRefused if the response is an error; the errors of `fetch` if the connection breaks or is aborted
 */
export async function* readLines<T>(url: string, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  const response = await fetch(url, {
    signal,
    headers: { Accept: 'text/x-ndjson', [PAGE_TOKEN_HEADER]: tokenOfThisPage() },
  });
  if (!response.ok || response.body === null) throw await readRefusal(response);
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

/**
 * Reads the first JSON line of a response from this origin, for routes that return one value.
 * @throws StreamRefused and the errors of `fetch`, as `readLines`; Error if the response is empty
 */
export async function readLine<T>(url: string, signal: AbortSignal): Promise<T> {
  for await (const line of readLines<T>(url, signal)) return line;
  throw new Error('The server returned an empty response');
}
