import { lookup, Resolver } from 'node:dns/promises';
import { cacheEntries } from '@/lib/cache-sizes';
import { TtlCache } from '@/lib/ttl-cache';
import type { TargetRules } from './fetch-target';

/** Looks each name up at most every 5 s: ten thousand documents of one host take one look-up. */
export function recentlyResolved(resolve: TargetRules['resolve']): TargetRules['resolve'] {
  const recent = new TtlCache<string, Promise<string[]>>({
    max: cacheEntries('resolvedNames'),
    ttl: 5_000,
  });
  return (hostname) => {
    const known = recent.get(hostname);
    if (known !== undefined) return known;
    const asked = resolve(hostname);
    recent.set(hostname, asked);
    asked.catch(() => recent.delete(hostname));
    return asked;
  };
}

/** Time-out of a query to a name server, in ms, and number of tries. */
const QUERY = { timeout: 2_000, tries: 2 };
/** Loopback, whatever a name server says (RFC 6761 §6.3). */
const LOCALHOST = /(?:^|\.)localhost\.?$/i;

/**
 * All addresses of an untrusted name, queried over sockets. `lookup` has two threads for the whole process, which name
 * servers that do not answer block for seconds: nodes and databases would not be found meanwhile.
 * @param servers name servers, those of the system by default
 * @throws Error when the name has no address
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

/** The same for a name that the operator allows, which may exist only in the machine's hosts file. */
export async function listedAddresses(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}
