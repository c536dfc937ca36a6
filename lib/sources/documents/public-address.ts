import ipaddr from 'ipaddr.js';

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
