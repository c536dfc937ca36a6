import 'server-only';
import type { IncomingMessage } from 'node:http';

/** The authority of an absolute target, and what follows it. */
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i;

/**
 * Reads a request's target as a proxy may send it, whole: its authority then takes the place of `Host`, whatever that
 * says (RFC 9112 §3.2.2).
 * @returns false where it has no host, or credentials (RFC 9110 §4.2.4)
 */
export function readTarget(request: IncomingMessage): boolean {
  const { url = '/' } = request;
  if (url.startsWith('/')) return true;
  const [, authority, rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined) return true; // `*`, or a path without its slash: nothing of ours
  if (authority === '' || authority.includes('@')) return false;
  request.headers.host = authority;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return true;
}

/** The path of a URL. A base URL with a slash at its end makes `//solana`; a client would lose its body on a redirect. */
export function pathOf(url: string): string {
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  return path.startsWith('//') ? path.replace(/^\/{2,}/, '/') : path;
}
