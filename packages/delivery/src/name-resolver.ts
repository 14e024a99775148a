import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Queries name servers. Rejects when none of them responded; the signal cancels queries that are under way. */
export interface NameResolver {
  /** All addresses of a name, IPv4 first; none when it doesn't exist. */
  addressesOf(hostname: string, signal: AbortSignal): Promise<ResolvedAddress[]>;
  /** The TXT records of a name; none when it doesn't exist. */
  textsOf(hostname: string, signal: AbortSignal): Promise<string[]>;
}

/** The second try of c-ares waits twice as long. */
const TRY_MS = 1500;
const TRIES = 2;

/** A name that doesn't exist, or has no record of this type: a valid response. Every other error is none. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Resolves names by c-ares, over sockets. Why not by getaddrinfo: that blocks one of libuv's four threads for each query, for as
 * long as a name server likes, and the whole process shares those threads. Features of the system beyond DNS are missing then:
 * the hosts file and `localhost` are read here; search domains aren't applied, so names are written in full.
 */
export function createNameResolver({
  servers = [],
}: {
  servers?: readonly string[] | undefined;
} = {}): NameResolver {
  const readHosts = createHostsReader();

  /** One resolver for each query: only so can that one be cancelled, and nothing is cached for the next. */
  async function ask<T>(signal: AbortSignal, question: (resolver: Resolver) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      return await question(resolver);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  return {
    async addressesOf(hostname, signal) {
      const known = (await readHosts()).get(hostname.replace(/\.$/, '')) ?? loopbackOf(hostname);
      if (known) return known.map(withFamily);
      return ask(signal, async (resolver) => {
        const [ipv4, ipv6] = await Promise.allSettled([
          resolver.resolve4(hostname),
          resolver.resolve6(hostname),
        ]);
        const addresses = [ipv4, ipv6].flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
        // One of the two families is enough; the name's state stays unknown if neither query gets a response.
        const failed = [ipv4, ipv6].find((each) => each.status === 'rejected' && !isNone(each.reason));
        if (addresses.length === 0 && failed?.status === 'rejected') throw failed.reason;
        return addresses.map(withFamily);
      });
    },
    textsOf: (hostname, signal) =>
      ask(signal, async (resolver) => {
        const records = await resolver.resolveTxt(hostname).catch((error: unknown) => {
          if (isNone(error)) return [];
          throw error;
        });
        return records.map((parts) => parts.join(''));
      }),
  };
}

function isNone(error: unknown): boolean {
  return NONE.has((error as NodeJS.ErrnoException).code ?? '');
}

function withFamily(address: string): ResolvedAddress {
  return { address, family: isIP(address) };
}

/** RFC 6761: `localhost` and what is below it are this machine, whatever a name server says. */
function loopbackOf(hostname: string): string[] | undefined {
  return /(^|\.)localhost\.?$/.test(hostname) ? ['127.0.0.1', '::1'] : undefined;
}

type Hosts = ReadonlyMap<string, string[]>;

const HOSTS_FILE = '/etc/hosts';
const KEEP_HOSTS_MS = 5000;

/** A machine without the file has no such names. */
function createHostsReader(): () => Promise<Hosts> {
  let hosts: Promise<Hosts> | undefined;
  let readAt = 0;
  return () => {
    if (hosts && performance.now() - readAt < KEEP_HOSTS_MS) return hosts;
    readAt = performance.now();
    hosts = readFile(HOSTS_FILE, 'utf8').then(parseHosts, () => new Map());
    return hosts;
  };
}

/** Lines of an address and its names; text after a # is a comment. */
export function parseHosts(text: string): Hosts {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names.map((each) => each.toLowerCase()))
      hosts.set(
        name,
        [...(hosts.get(name) ?? []), address].sort((a, b) => isIP(a) - isIP(b)),
      );
  }
  return hosts;
}
