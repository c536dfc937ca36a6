import 'server-only';

/** The body of a request as text; undefined when it is longer than `maxBytes` or breaks off. */
export async function readBounded({ body }: Request, maxBytes: number): Promise<string | undefined> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}
