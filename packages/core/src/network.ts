import ipaddr from 'ipaddr.js';

/** An IPv4 address, or the /64 of an IPv6 address: a single customer of a provider has all addresses of that. */
export function networkOf(address = ''): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? ip.parts.slice(0, 4).join(':') : ip.toString();
}
