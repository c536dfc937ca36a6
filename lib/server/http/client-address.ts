import 'server-only';
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the caller's address. Each proxy in front appends the address of its peer to `X-Forwarded-For`. Behind
 * `trustProxy` proxies, the caller's address is therefore that many entries from the end. The caller can forge all
 * earlier entries.
 * @param socketAddress the peer of the connection; undefined if unknown
 * @returns the normalized address without a port; for IPv6 the /64 prefix, because a caller usually has all of it
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: number,
): string {
  const peer = callerOf(socketAddress) ?? 'unknown';
  if (trustProxy === 0 || forwardedFor === undefined) return peer;
  const hops = forwardedFor.split(',');
  return callerOf(hops[hops.length - trustProxy]) ?? peer;
}

/** Normalizes a peer's address or an entry of `X-Forwarded-For`. Returns undefined if it is not an address. */
function callerOf(text: string | undefined): string | undefined {
  const address = withoutPort(text?.trim() ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const { parts } = ipaddr.IPv6.parse(address.replace(/%.*/, ''));
  const prefix = parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** Removes brackets and port from `1.2.3.4:80`, `[::1]:80` and `[::1]`. */
function withoutPort(text: string): string {
  if (text.startsWith('[')) return text.slice(1, Math.max(text.indexOf(']'), 1));
  const colon = text.indexOf(':');
  return colon >= 0 && colon === text.lastIndexOf(':') ? text.slice(0, colon) : text;
}
