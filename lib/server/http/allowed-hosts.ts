import 'server-only';
import { isIP } from 'node:net';

/** The service's own host names, from `PUBLIC_URL` and `ALLOWED_HOSTS`. */
export type AllowedHosts = { publicUrl?: string | undefined; allowedHosts: readonly string[] };

/**
 * Checks whether pages may be served under a host name (contract §2). Prevents DNS rebinding, in which an attacker's
 * site points its name at this address to share an origin with the dashboard. Loopback names and IP addresses cannot be
 * rebound.
 * @param host the `Host` header; its port is ignored
 */
export function isAllowedHost(host: string | undefined, { publicUrl, allowedHosts }: AllowedHosts): boolean {
  const name = hostName(host ?? '');
  if (name === undefined) return false;
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true;
  if (publicUrl !== undefined && hostName(new URL(publicUrl).host) === name) return true;
  return allowedHosts.some((allowed) =>
    allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) : name === allowed,
  );
}

/** Returns the name or address in a `Host` header, in lower case, without brackets, port or trailing dot. */
function hostName(host: string): string | undefined {
  const [, bracketed, name] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(host) ?? [];
  const found = (bracketed ?? name)?.toLowerCase();
  return found?.endsWith('.') ? found.slice(0, -1) : found;
}

/** Body of the 421 response to a request with an unknown host name (RFC 9110 §15.5.20). */
export const UNKNOWN_HOST =
  'Unknown host name. If it belongs to this service, add it to PUBLIC_URL or ALLOWED_HOSTS.\n';

/** Returns the 421 response to a request with an unknown host name; undefined if the host name is allowed. */
export function refusedHost({ headers, url }: Request, hosts: AllowedHosts): Response | undefined {
  // Browsers always send `Host`. If it is missing, use the host in the URL.
  if (isAllowedHost(headers.get('host') ?? new URL(url).host, hosts)) return undefined;
  return new Response(UNKNOWN_HOST, {
    status: 421,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
