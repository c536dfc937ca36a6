import 'server-only';
import { isIP } from 'node:net';

/** The service's own host names, from `PUBLIC_URL` and `ALLOWED_HOSTS`. */
export type OwnHosts = { publicUrl?: string | undefined; allowedHosts: readonly string[] };

/**
 * Whether a page may be answered under the name that the request uses (contract §2). Another site can point a
 * name of its own at this address (DNS rebinding): its pages would then share an origin with the dashboard and read it.
 * Loopback names and IP addresses cannot be pointed elsewhere.
 * @param host the `Host` header; its port does not count
 */
export function isOwnHost(host: string | undefined, { publicUrl, allowedHosts }: OwnHosts): boolean {
  const name = hostName(host ?? '');
  if (name === undefined) return false;
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true;
  if (publicUrl !== undefined && hostName(new URL(publicUrl).host) === name) return true;
  return allowedHosts.some((allowed) =>
    allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) : name === allowed,
  );
}

/** The name or address in a `Host` header, in lower case, without brackets, port and trailing dot. */
function hostName(host: string): string | undefined {
  const [, bracketed, name] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(host) ?? [];
  const found = (bracketed ?? name)?.toLowerCase();
  return found?.endsWith('.') ? found.slice(0, -1) : found;
}

/** What a request under another name is told, with status 421 (RFC 9110 §15.5.20). */
export const NOT_OUR_HOST =
  'This name is not known here. Name it in PUBLIC_URL or ALLOWED_HOSTS if it is one of this service.\n';

/** The answer to a request under another name; undefined under one of the service's own. */
export function refusedHost({ headers, url }: Request, hosts: OwnHosts): Response | undefined {
  // A request without the header, which no browser sends, goes by its URL.
  if (isOwnHost(headers.get('host') ?? new URL(url).host, hosts)) return undefined;
  return new Response(NOT_OUR_HOST, {
    status: 421,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
