import ipaddr from 'ipaddr.js';

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');
/** Answers each virtual machine of Azure with what concerns it, as 169.254.169.254 does elsewhere. */
const AZURE_HOST = '168.63.129.16';

/**
 * Whether an IP address is on the public internet: an allow-list. IPv4: unicast alone, but for Azure's own. IPv6: inside
 * 2000::/3 and unicast, which leaves out mapped, compatible, NAT64, 6to4, Teredo, documentation and unique local ones.
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4)
    return ipaddr.IPv4.isValidFourPartDecimal(text) && address.range() === 'unicast' && text !== AZURE_HOST;
  return address.match(GLOBAL_IPV6) && address.range() === 'unicast';
}
