import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createNameLookups, type LookupBudget, type NameLookups } from './name-lookups.ts';
import { createNameResolver, type ResolvedAddress } from './name-resolver.ts';
import { parseUrl } from './parse-url.ts';

export { createNameLookups, type LookupBudget, type NameLookups } from './name-lookups.ts';
export { createNameResolver, type NameResolver, type ResolvedAddress } from './name-resolver.ts';
export { parseUrl };

/**
 * One guard for saving, testing and delivering: which addresses the service may send to.
 *
 * Default deny. An IPv4 address must lie outside every special-purpose block; an IPv6 address must lie inside
 * 2000::/3, the only global unicast space, and outside the special blocks within it. An operator can open ranges
 * for one deployment, but never an address of the metadata services, in whatever form it is written.
 */
export interface AddressGuard {
  /** Whether a text is anything but a plain IP address that may be sent to. */
  isRefused(ip: string): boolean;
  /** Takes `URL.hostname`: a name, an IPv4 address, or an IPv6 address in brackets or without. Never rejects. */
  resolve(hostname: string, budget: LookupBudget): Promise<Resolution>;
}

export type Resolution = {
  /** The time of the lookup alone, without the wait for the store's turn. */
  lookupMs: number;
} & (
  | { ok: true; addresses: readonly [ResolvedAddress, ...ResolvedAddress[]] }
  | { ok: false; reason: 'refused_address' | 'unresolvable' | 'silent' | 'busy' }
);

export interface AddressGuardOptions {
  /** Ranges that are opened for this deployment, `WEBHOOK_ALLOWED_PRIVATE_CIDRS`. */
  allowedPrivateCidrs: readonly string[];
  lookup?: (hostname: string, signal: AbortSignal) => Promise<ResolvedAddress[]>;
  lookups?: NameLookups;
}

type Ip = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Ip, number];

// IANA IPv4 Special-Purpose Address Registry, multicast and the class E space.
const REFUSED_IPV4 = ranges(
  '0.0.0.0/8', // this network, unspecified
  '10.0.0.0/8', // private, RFC 1918
  '100.64.0.0/10', // carrier-grade NAT, RFC 6598
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local
  '172.16.0.0/12', // private, RFC 1918
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112, a sink
  '192.52.193.0/24', // automatic multicast tunnelling
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private, RFC 1918
  '192.175.48.0/24', // AS112, a sink
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
);

const GLOBAL_UNICAST_IPV6 = range('2000::/3');
const REFUSED_IN_GLOBAL_UNICAST_IPV6 = ranges(
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID, …
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112, a sink
  '3fff::/20', // documentation
);

const NEVER_OPENED = ranges(
  '169.254.169.254/32', // metadata: AWS, Azure, Google Cloud, DigitalOcean, Oracle, …
  'fd00:ec2::254/128', // metadata: AWS
  'fd20:ce::254/128', // metadata: Google Cloud
  '169.254.170.2/32', // credentials: AWS ECS
  '169.254.170.23/32', // credentials: AWS EKS
  'fd00:ec2::23/128', // credentials: AWS EKS
  '168.63.129.16/32', // host agent: Azure
  '100.100.100.200/32', // metadata: Alibaba Cloud
  '192.0.0.192/32', // metadata: Oracle Cloud Classic
  '169.254.42.42/32', // metadata: Scaleway
  'fd00:42::42/128', // metadata: Scaleway
  '169.254.0.23/32', // metadata: Tencent Cloud
  'fe80::a9fe:a9fe/128', // metadata: OpenStack
  // These contain an IPv4 address in a place that only the network's own translator knows, so they can't be checked.
  '64:ff9b:1::/48', // local-use NAT64
  '2001::/32', // Teredo
);

const IPV4_MAPPED = range('::ffff:0:0/96');
const IPV4_IN_LAST_32_BITS = [
  IPV4_MAPPED,
  range('::/96'), // compatible
  range('::ffff:0:0:0/96'), // translated
  range('64:ff9b::/96'), // NAT64
];
const SIX_TO_FOUR = range('2002::/16');
const NO_IPV4 = range('::/104'); // :: and ::1 embed nothing

export function createAddressGuard({
  allowedPrivateCidrs,
  lookup = createNameResolver().addressesOf,
  lookups = createNameLookups(),
}: AddressGuardOptions): AddressGuard {
  const opened = allowedPrivateCidrs.map(openedRange);

  function isRefused(ip: string): boolean {
    // The zone of fe80::1%eth0 selects an interface of this machine: no global address has one.
    if (isIP(ip) === 0 || ip.includes('%')) return true;
    return isRefusedAddress(parseIp(ip));
  }

  function isRefusedAddress(address: Ip): boolean {
    const embedded = embeddedIpv4(address);
    if (isWithin(address, NEVER_OPENED) || (embedded && isWithin(embedded, NEVER_OPENED))) return true;
    return !isGlobalUnicast(address) && !isOpened(address, embedded);
  }

  function isOpened(address: Ip, embedded: ipaddr.IPv4 | undefined): boolean {
    if (!embedded) return isWithin(address, opened);
    if (covers(IPV4_MAPPED, address) && isWithin(embedded, opened)) return true;
    // Allowing a translator's prefix, such as NAT64's, allows public IPv4 addresses only.
    return isWithin(address, opened) && !isRefusedAddress(embedded);
  }

  async function resolve(hostname: string, budget: LookupBudget): Promise<Resolution> {
    const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
    const family = isIP(literal);
    if (family !== 0) {
      if (isRefused(literal)) return { ok: false, reason: 'refused_address', lookupMs: 0 };
      return { ok: true, addresses: [{ address: literal, family }], lookupMs: 0 };
    }
    const { lookupMs, ...answer } = await lookups.look(hostname, budget, (signal) =>
      lookup(hostname, signal),
    );
    if (answer.state === 'silent' || answer.state === 'busy')
      return { ok: false, reason: answer.state, lookupMs };
    const [first, ...others] = answer.state === 'answered' ? answer.value : [];
    if (!first) return { ok: false, reason: 'unresolvable', lookupMs };
    const addresses = [first, ...others] as const;
    // One bad address refuses the name: the attacker chooses which one a connection gets.
    if (addresses.some(({ address }) => isRefused(address)))
      return { ok: false, reason: 'refused_address', lookupMs };
    return { ok: true, addresses, lookupMs };
  }

  return { isRefused, resolve };
}

export type UrlRefusal =
  | 'invalid_url'
  | 'insecure_url'
  | 'credentials_in_url'
  | 'refused_address'
  | 'unresolvable_host'
  | 'too_many_requests';

export interface UrlProblem {
  code: UrlRefusal;
  detail: string;
}

/** Checks what can be judged about a subscriber's URL without a lookup. Saving a URL and sending to it use the same rules. */
export function readSubscriptionUrl(text: string, allowInsecure: boolean): URL | UrlProblem {
  const url = parseHttpUrl(text);
  if (!url) {
    return problem(
      'invalid_url',
      'The URL must be absolute, start with https:// and have at most 2048 characters.',
    );
  }
  if (url.protocol === 'http:' && !allowInsecure) return problem('insecure_url', 'The URL must use https.');
  if (url.username !== '' || url.password !== '') {
    return problem('credentials_in_url', 'The URL must not hold a user name or a password.');
  }
  return url;
}

/** The parts of a broker's address, `amqps://host:port/vhost`. */
export interface BrokerUrl {
  hostname: string;
  port: number;
  isTls: boolean;
  /** The virtual host as AMQP names it; `/` is the usual one. */
  vhost: string;
}

/** The schemes of brokers, with their default ports. */
const SCHEMES = { amqp: [5672, 5671], kafka: [9092, 9093] } as const;

/** Checks an AMQP URL like `readBroker`; its path is the virtual host. */
export function readBrokerUrl(text: string, allowInsecure: boolean): BrokerUrl | UrlProblem {
  return readBroker('amqp', text, allowInsecure);
}

/**
 * Checks a Kafka URL, `kafkas://host:port`, in the same way: it has no path, and no IPv6 address, which the client doesn't
 * accept.
 */
export function readKafkaUrl(text: string, allowInsecure: boolean): BrokerUrl | UrlProblem {
  const url = readBroker('kafka', text, allowInsecure);
  const isSound = 'code' in url || (url.vhost === '/' && !url.hostname.includes(':'));
  return isSound ? url : INVALID_KAFKA;
}

/**
 * Checked like a subscriber's URL, in every form that a host may be written: for the URL parser, the host of an unknown scheme is
 * any text.
 */
function readBroker(
  scheme: keyof typeof SCHEMES,
  text: string,
  allowInsecure: boolean,
): BrokerUrl | UrlProblem {
  const invalid = scheme === 'kafka' ? INVALID_KAFKA : INVALID;
  const isOfScheme = new RegExp(`^${scheme}s?:`, 'i').test(text);
  const url = isOfScheme ? readSubscriptionUrl(`http${text.slice(scheme.length)}`, allowInsecure) : invalid;
  if (!(url instanceof URL)) return url.code === 'invalid_url' ? invalid : url;
  const path = decodePath(url.pathname.slice(1));
  if (path === undefined || url.search !== '' || url.hash !== '') return invalid;
  const isTls = url.protocol === 'https:';
  // The parser drops the default port of HTTP, which is no default of a broker.
  const port = /^[a-z]+:\/\/[^/]*:(\d+)(\/|$)/i.exec(text)?.[1];
  return {
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: port === undefined ? SCHEMES[scheme][isTls ? 1 : 0] : Number(port),
    isTls,
    vhost: path === '' ? '/' : path,
  };
}

function decodePath(path: string): string | undefined {
  try {
    const vhost = decodeURIComponent(path);
    return Buffer.byteLength(vhost) <= 255 && !path.includes('/') ? vhost : undefined;
  } catch {
    return undefined;
  }
}

const INVALID: UrlProblem = {
  code: 'invalid_url',
  detail: 'The URL of a broker must start with amqps:// and be a host, maybe a port, and a virtual host.',
};

const INVALID_KAFKA: UrlProblem = {
  code: 'invalid_url',
  detail: 'The URL of Kafka must start with kafkas:// and be a host and maybe a port.',
};

/** How long an operator's request waits for the turn of its store, and then for a name server. */
const LOOKUP_TIMEOUT_MS = 5000;

interface UrlCheck {
  allowInsecure: boolean;
  guard: AddressGuard;
  tenantId: string;
  /** The kind of the subscription that the URL belongs to; push when absent. */
  kind?: string | undefined;
}

/** The check on create, update and test. Returns undefined when the URL may be saved. */
export async function checkSubscriptionUrl(
  text: string,
  { allowInsecure, guard, tenantId, kind }: UrlCheck,
): Promise<UrlProblem | undefined> {
  const read = { amqp: readBrokerUrl, kafka: readKafkaUrl }[kind ?? ''] ?? readSubscriptionUrl;
  const url = read(text, allowInsecure);
  if ('code' in url) return url;

  const budget = { tenantId, waitMs: LOOKUP_TIMEOUT_MS, timeoutMs: LOOKUP_TIMEOUT_MS };
  const resolution = await guard.resolve(url.hostname, budget);
  return resolution.ok ? undefined : PROBLEMS[resolution.reason];
}

export const PROBLEMS: Readonly<Record<Extract<Resolution, { ok: false }>['reason'], UrlProblem>> = {
  refused_address: problem(
    'refused_address',
    'The host is, or resolves to, an address that is not on the public internet.',
  ),
  unresolvable: problem('unresolvable_host', 'The host name does not resolve.'),
  silent: problem('unresolvable_host', 'No name server answers for the host name.'),
  busy: problem('too_many_requests', 'This store looks up too many host names that don’t answer.'),
};

function problem(code: UrlRefusal, detail: string): UrlProblem {
  return { code, detail };
}

/** Stricter than the URL parser, which drops tabs and line breaks, takes `\` for `/` and `https:host` for a URL. */
function parseHttpUrl(text: string): URL | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  if (text.length > 2048 || !/^https?:\/\/[^/]/i.test(text) || /[\s\\\u0000-\u001f\u007f]/.test(text))
    return undefined;
  return parseUrl(text);
}

function parseIp(ip: string): Ip {
  if (!ip.includes(':')) return ipaddr.IPv4.parse(ip);
  // ipaddr.js reads ::10.0.0.1 as ::ffff:10.0.0.1. The sockets don't, so the dotted end is written as two groups.
  const groups = ip.replace(/[\d.]+\.[\d.]+$/, (dotted) => {
    const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  return ipaddr.IPv6.parse(groups);
}

function isGlobalUnicast(address: Ip): boolean {
  if (address.kind() === 'ipv4') return !isWithin(address, REFUSED_IPV4);
  return covers(GLOBAL_UNICAST_IPV6, address) && !isWithin(address, REFUSED_IN_GLOBAL_UNICAST_IPV6);
}

function embeddedIpv4(address: Ip): ipaddr.IPv4 | undefined {
  if (address.kind() === 'ipv4' || covers(NO_IPV4, address)) return undefined;
  const bytes = address.toByteArray();
  if (isWithin(address, IPV4_IN_LAST_32_BITS)) return new ipaddr.IPv4(bytes.slice(12));
  if (covers(SIX_TO_FOUR, address)) return new ipaddr.IPv4(bytes.slice(2, 6));
  return undefined;
}

function isWithin(address: Ip, list: readonly Range[]): boolean {
  return list.some((each) => covers(each, address));
}

function covers([network, bits]: Range, address: Ip): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function openedRange(cidr: string): Range {
  // ipaddr.js reads 10/8 as 0.0.0.10/8, so the address must be a whole one.
  const [address = '', bits = ''] = cidr.split('/');
  if (isIP(address) === 0 || !/^\d+$/.test(bits) || !ipaddr.isValidCIDR(cidr)) {
    throw new RangeError(`"${cidr}" is no range of addresses: write it like 10.0.0.0/8 or fd00::/8.`);
  }
  const opened = range(cidr);
  if (covers(IPV4_MAPPED, opened[0]))
    throw new RangeError(`Write "${cidr}" as an IPv4 range: it opens both forms.`);
  return opened;
}

function ranges(...cidrs: string[]): Range[] {
  return cidrs.map(range);
}

function range(cidr: string): Range {
  return ipaddr.parseCIDR(cidr);
}
