import 'server-only';

/**
 * The caller's address. Each proxy in front appends the address it saw to `X-Forwarded-For`, so with `trustProxy`
 * proxies the caller stands that many places from the end; what stands before it a caller can write itself.
 *
 * @param socketAddress the peer of the connection; undefined where the server does not tell
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: number,
): string {
  const peer = socketAddress?.replace(/^::ffff:/, '') ?? 'unknown';
  if (trustProxy === 0 || forwardedFor === undefined) return peer;
  const hops = forwardedFor.split(',').map((hop) => hop.trim());
  return hops[hops.length - trustProxy] || peer;
}
