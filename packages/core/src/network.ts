import ipaddr from 'ipaddr.js';

/** An IPv4 address, or the /64 network of an IPv6 address: a provider's customer has all addresses of such a network. */
export function networkOf(address = ''): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? ip.parts.slice(0, 4).join(':') : ip.toString();
}
