/** A `data:` URI (RFC 2397), decoded. */
type DataUri = { kind: 'inline'; mediaType: string; body: Uint8Array };

/** A document of 1 MiB in base64, which makes four characters of three bytes, and its header. */
const MAX_CHARACTERS = 1.5 * 1024 * 1024;
const MAX_HEADER_CHARACTERS = 1_024;

/** Whether a text begins as a `data:` URI. */
export function isDataUri(text: string): boolean {
  return text.slice(0, 5).toLowerCase() === 'data:';
}

/**
 * `data:[<type>][;base64],<body>`
 * @returns undefined when there is no body, or the URI or its header is too long
 */
export function decodeDataUri(text: string): DataUri | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const comma = text.slice(0, MAX_HEADER_CHARACTERS).indexOf(',');
  if (comma < 0) return undefined;
  const [mediaType = '', ...parameters] = text
    .slice('data:'.length, comma)
    .split(';')
    .map((part) => part.trim().toLowerCase());
  // A text with a stray percent sign is taken as it stands.
  const body = text.slice(comma + 1);
  const encoding = parameters.includes('base64') ? 'base64' : 'utf8';
  return { kind: 'inline', mediaType, body: Buffer.from(decodePercent(body) ?? body, encoding) };
}

function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
