import ipaddr from 'ipaddr.js';

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');
/** The metadata service of Azure's virtual machines, like 169.254.169.254 elsewhere. */
const AZURE_HOST = '168.63.129.16';

/**
 * Whether an IP address is on the public internet, by an allow-list. IPv4: unicast except Azure's metadata service.
 * IPv6: unicast in 2000::/3, which excludes mapped, compatible, NAT64, 6to4, Teredo, documentation and unique local
 * addresses.
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4)
    return ipaddr.IPv4.isValidFourPartDecimal(text) && address.range() === 'unicast' && text !== AZURE_HOST;
  return address.match(GLOBAL_IPV6) && address.range() === 'unicast';
}
