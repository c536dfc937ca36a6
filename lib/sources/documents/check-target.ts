import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { cacheEntries } from '@/lib/cache-sizes';
import { outsideRequest } from '@/lib/promises/request-scope';
import { TtlCache } from '@/lib/ttl-cache';
import { GuardedFetchError } from './guarded-fetch-error';

/** A URL that passed the checks, and the IP address to connect to. */
export type FetchTarget = { url: URL; address: string };

/** Rules that decide which URLs may be fetched. */
export type TargetRules = {
  /** Hosts exempt from the port and private-address checks, as lower-case `host:port`. */
  allowedHosts: ReadonlySet<string>;
  /** Resolves a name to all its addresses. */
  resolve: (hostname: string) => Promise<string[]>;
  /** Resolves a name in `allowedHosts` to all its addresses. */
  resolveExempt: (hostname: string) => Promise<string[]>;
};

const MAX_URL = 4_096;
const MAX_HOSTNAME = 253;

/**
 * Checks a URL before any request: syntax, scheme, port, and every address that the host name resolves to.
 * @param base base for a relative URL, such as the target of a redirect
 * @throws GuardedFetchError
 */
export async function checkTarget(
  text: string,
  base: string | undefined,
  rules: TargetRules,
): Promise<FetchTarget> {
  const url = readUrl(text, base);
  const hostname = hostnameOf(url);
  if (hostname === '' || hostname.length > MAX_HOSTNAME) throw new GuardedFetchError('host-invalid');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const exempt = rules.allowedHosts.has(`${url.hostname}:${port}`);
  if (!exempt && port !== 80 && port !== 443) throw new GuardedFetchError('port-not-allowed');
  const addresses = await addressesOf(hostname, exempt ? rules.resolveExempt : rules.resolve);
  // Require all addresses to be public: a mix of public and private ones can be an attack.
  if (!exempt && !addresses.every(isPublicAddress)) throw new GuardedFetchError('address-not-allowed');
  const address = addresses.find((each) => isIP(each) === 4) ?? addresses[0];
  if (address === undefined || isIP(address) === 0) throw new GuardedFetchError('dns-failed');
  return { url, address };
}

/** Returns the host of an unchecked URL, which is the queue key of its fetch; "" if the text is not a URL. */
export function hostOf(text: string): string {
  return parsed(text)?.host ?? '';
}

/** Returns the host name of a URL, or its IP address without IPv6 brackets. */
export function hostnameOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Parses a URL. Not with `URL.canParse`, which Node 20 gets wrong for some hosts outside ASCII. */
function parsed(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

function readUrl(text: string, base: string | undefined): URL {
  const url = text.length > MAX_URL ? undefined : parsed(text, base);
  if (url === undefined) throw new GuardedFetchError('url-invalid');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new GuardedFetchError('scheme-not-allowed');
  if (url.username !== '' || url.password !== '') throw new GuardedFetchError('credentials-in-url');
  return url;
}

async function addressesOf(hostname: string, resolve: TargetRules['resolve']): Promise<string[]> {
  try {
    return isIP(hostname) === 0 ? await resolve(hostname) : [hostname];
  } catch (cause) {
    throw new GuardedFetchError('dns-failed', cause);
  }
}

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');
/** Address of the Azure platform's metadata service. It is public, unlike that of other clouds (169.254.169.254). */
const AZURE_HOST = '168.63.129.16';

/**
 * Checks by an allow-list whether an IP address is on the public internet. IPv4: unicast except Azure's metadata
 * service. IPv6: unicast in 2000::/3, which excludes mapped, compatible, NAT64, 6to4, Teredo, documentation and unique
 * local addresses.
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4)
    return ipaddr.IPv4.isValidFourPartDecimal(text) && address.range() === 'unicast' && text !== AZURE_HOST;
  return address.match(GLOBAL_IPV6) && address.range() === 'unicast';
}

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
