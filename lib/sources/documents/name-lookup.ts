import { lookup, Resolver } from 'node:dns/promises';
import { cacheEntries } from '@/lib/cache-sizes';
import { outsideRequest } from '@/lib/promises/outside-request';
import { TtlCache } from '@/lib/ttl-cache';
import type { TargetRules } from './check-target';

/** Caches the results of `resolve` for 5 s, so that thousands of documents at one host need only one lookup. */
export function recentlyResolved(resolve: TargetRules['resolve']): TargetRules['resolve'] {
  const recent = new TtlCache<string, Promise<string[]>>({
    max: cacheEntries('resolvedNames'),
    ttl: 5_000,
  });
  return (hostname) => {
    const known = recent.get(hostname);
    if (known !== undefined) return known;
    const result = outsideRequest(() => resolve(hostname));
    recent.set(hostname, result);
    result.catch(() => recent.delete(hostname));
    return result;
  };
}

/** Timeout of a DNS query, in ms, and the number of attempts. */
const QUERY = { timeout: 2_000, tries: 2 };
/** Matches names that always mean loopback (RFC 6761 §6.3). */
const LOCALHOST = /(?:^|\.)localhost\.?$/i;

/**
 * Resolves an untrusted name to all its addresses, with DNS queries over sockets. Not with `dns.lookup`, which uses a
 * small thread pool: an unresponsive name server would block the pool for seconds, including lookups of upstreams and
 * databases.
 * @param servers name servers; by default those of the system
 * @throws Error if the name has no address
 */
export async function allAddresses(hostname: string, servers?: readonly string[]): Promise<string[]> {
  if (LOCALHOST.test(hostname)) return ['127.0.0.1', '::1'];
  const resolver = new Resolver(QUERY);
  if (servers !== undefined) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
  return addresses;
}

/** Resolves an operator-allowed name to all its addresses. Unlike `allAddresses`, also reads the hosts file. */
export async function listedAddresses(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}
