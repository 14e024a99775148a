import { isIP } from 'node:net';

/** Whether a target is on this machine, decided by its name alone, because the address that a name resolves to may change. */
export function isLocal({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}
