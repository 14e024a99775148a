import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** The parts of an address of Redis: one server, the master that Sentinels name, or a cluster. */
export interface RedisAddress {
  kind: 'server' | 'sentinel' | 'cluster';
  hosts: { host: string; port: number }[];
  /** The name of the master, for Sentinels. */
  name: string;
  login: Pick<RedisOptions, 'username' | 'password' | 'tls'>;
  sentinelPassword: string | undefined;
  db: number;
}

const FORM = /^(rediss?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/;
const PORTS = { sentinel: 26_379, cluster: 6379 };

/**
 * Reads `redis+sentinel://:password@host:26379,host:26379/name` and `redis+cluster://:password@host:6379,host:6379`;
 * undefined: it is the address of one server. With TLS they begin with `rediss`.
 */
export function readRedisAddress(url: string): RedisAddress | undefined {
  const [, scheme, kind, credentials = '', list = '', path = '', query = ''] = FORM.exec(url) ?? [];
  if (kind !== 'sentinel' && kind !== 'cluster') return undefined;
  const [username = '', password = ''] = credentials.split(':').map(decodeURIComponent);
  const [name = '', db = '0'] = path.split('/').map(decodeURIComponent);
  const hosts = list.split(',').map((each) => {
    const { hostname, port } = new URL(`redis://${each}`);
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || PORTS[kind] };
  });
  return {
    kind,
    hosts,
    name,
    login: {
      ...(username ? { username } : {}),
      ...(password ? { password } : {}),
      ...(scheme === 'rediss' ? { tls: {} } : {}),
    },
    sentinelPassword: new URLSearchParams(query).get('sentinelPassword') ?? undefined,
    db: Number(db),
  };
}

/** The one place that connects to Redis. */
export function openRedis(url: string, options: RedisOptions): Redis | Cluster {
  const address = readRedisAddress(url);
  if (!address) return new Redis(url, options);
  const { hosts, name, login, sentinelPassword, db } = address;
  if (address.kind === 'sentinel')
    return new Redis({
      ...options,
      ...login,
      db,
      sentinels: hosts,
      name,
      ...(sentinelPassword ? { sentinelPassword } : {}),
      ...(login.tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
      sentinelRetryStrategy: retryOf(options),
      // A master that hangs is left when the Sentinels have chosen another one.
      failoverDetector: true,
    });
  const { enableOfflineQueue = true, lazyConnect = false, ...ofNodes } = options;
  return new Cluster(hosts, {
    enableOfflineQueue,
    lazyConnect,
    // With the check, `connect()` of a client that reconnects while the masters vote never settles, and a consumer that waits for
    // it requests no more jobs. The nodes' redirections and the retries replace the check.
    enableReadyCheck: false,
    clusterRetryStrategy: retryOf(options),
    redisOptions: { ...ofNodes, ...login },
  });
}

/** A first connection that gets no response is retried like any other. */
function retryOf({ retryStrategy }: RedisOptions): (times: number) => number | null {
  return (times) => {
    const delay = retryStrategy?.(times);
    return typeof delay === 'number' ? delay : null;
  };
}
