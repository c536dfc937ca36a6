import ipaddr from 'ipaddr.js';

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address is on the public internet: an allow-list. IPv4: unicast alone. IPv6: inside 2000::/3 and
 * unicast, which leaves out mapped, compatible, NAT64, 6to4, Teredo, documentation and unique local ones.
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4)
    return ipaddr.IPv4.isValidFourPartDecimal(text) && address.range() === 'unicast';
  return address.match(GLOBAL_IPV6) && address.range() === 'unicast';
}
