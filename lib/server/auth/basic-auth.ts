import 'server-only';
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';

/** HTTP Basic credentials (RFC 7617): the project's id and its server key. */
export type Credentials = { projectId: string; serverKey: string };

/** Maximum length of a project id, in characters. */
const MAX_PROJECT_ID = 200;

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7617 §2 forbids control characters in both halves.
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * Parses an `Authorization` header. Returns undefined if it is not a valid Basic header. The key
 * may contain colons.
 */
export function readBasicCredentials(header: string | undefined): Credentials | undefined {
  const encoded = header === undefined ? undefined : BASIC.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString('utf8');
  if (text.includes('\ufffd') && !isUtf8(bytes)) return undefined;
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : validCredentials(text.slice(0, colon), text.slice(colon + 1));
}

/**
 * Returns the credentials if they are well-formed; undefined if the id or the key is empty or
 * contains control characters, or if the id is too long.
 */
export function validCredentials(projectId: string, serverKey: string): Credentials | undefined {
  const isSound = projectId !== '' && projectId.length <= MAX_PROJECT_ID && serverKey !== '';
  if (!isSound || CONTROL.test(projectId) || CONTROL.test(serverKey)) return undefined;
  return { projectId, serverKey };
}

/** Returns the SHA-256 of a server key in lower-case hex. Only this hash is stored, never the key. */
export function hashServerKey(serverKey: string): string {
  return hash('sha256', serverKey, 'hex');
}
