import { isIP } from 'node:net';
import { isKey, listOf } from './secrets.ts';

/** Formats of the settings: the form of a value, and its description. */
export const FORMATS: Record<string, { isValid: (value: string) => boolean; rule: string }> = {
  secrets: { isValid: (value) => listOf(value).length > 0, rule: 'must hold a secret' },
  keys: {
    isValid: (value) => listOf(value).length > 0 && listOf(value).every(isKey),
    rule: 'must be base64 of 32 bytes (openssl rand -base64 32), or a comma-separated list of such keys',
  },
  ranges: {
    isValid: (value) => listOf(value).every(isRange),
    rule: 'must be a comma-separated list of ranges such as 10.0.0.0/8 or fd00::/8',
  },
  proxy: {
    isValid: isProxy,
    rule: 'must be http://host:3128 or https://host:3128, with a user name and a password where the proxy asks for them',
  },
  address: { isValid: (value) => isIP(value) !== 0, rule: 'must be an IP address' },
  published: {
    isValid: (value) => listOf(value).every((each) => isIP(each) !== 0 || isRange(each)),
    rule: 'must be a comma-separated list of addresses and ranges such as 198.51.100.7 or 2001:db8::/48',
  },
  'name-servers': {
    isValid: (value) => listOf(value).every(isNameServer),
    rule: 'must be a comma-separated list of addresses such as 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:53',
  },
  postgres: {
    isValid: (value) => /^postgres(ql)?:\/\/./.test(value),
    rule: 'must be postgres://user:password@host:5432/database',
  },
  smtp: {
    isValid: (value) => /^smtps?:\/\/./.test(value),
    rule: 'must be smtp://user:password@host:587 or smtps://user:password@host:465',
  },
  redis: {
    isValid: (value) =>
      /^rediss?:\/\/|^unix:|^\//.test(value) ||
      /^rediss?\+sentinel:\/\/[^/?]+\/[^/?]/.test(value) ||
      /^rediss?\+cluster:\/\/[^/?]+$/.test(value),
    rule: 'must be redis://host:6379, redis+sentinel://host:26379,host:26379/name or redis+cluster://host:6379,host:6379; rediss for TLS',
  },
  delays: {
    isValid: (value) => value.split(',').every((delay) => /^\s*[1-9]\d*[smh]\s*$/.test(delay)),
    rule: 'must be a comma-separated list of delays such as 30s, 5m or 2h',
  },
};

function isNameServer(text: string): boolean {
  const [, address = text] = /^\[?(.+?)\]?:\d{1,5}$/.exec(text) ?? [];
  return isIP(text) !== 0 || isIP(address) !== 0;
}

function isProxy(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === '';
}

function isRange(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const family = isIP(address);
  return (
    family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128) && rest.length === 0
  );
}
