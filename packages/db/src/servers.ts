import pg from 'pg';

const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)([^?]*)(?:\?(.*))?$/;

/** How long one server may take to report whether it is the primary. */
const PROBE_MS = 2000;

/** How long new connections use the server of the last one. */
const KNOWN_MS = 1000;

/**
 * Returns an address for each server that `postgres://user@one:5432,two:5432/shop` names, in that order. With several servers the
 * URL means the one that accepts writes, as `target_session_attrs=read-write` does in libpq.
 */
export function serversOf(url: string): [string, ...string[]] {
  const [, before = '', list = '', path = '', query = ''] = FORM.exec(url) ?? [];
  if (!list.includes(',') && !query.includes('target_session_attrs')) return [url];
  const rest = new URLSearchParams(query);
  const wanted = rest.get('target_session_attrs') ?? 'read-write';
  if (!/^(read-write|primary)$/.test(wanted))
    throw new Error('target_session_attrs is read-write or primary: this service writes.');
  rest.delete('target_session_attrs');
  const parameters = rest.size > 0 ? `?${rest}` : '';
  return list.split(',').map((host) => `${before}${host}${path}${parameters}`) as [string, ...string[]];
}

/** The options that the driver needs to connect to the primary: an address, and with several servers a client of its own. */
export function connectionOf(url: string): { connectionString: string; Client?: typeof pg.Client } {
  const servers = serversOf(url);
  const [connectionString] = servers;
  return servers.length === 1 ? { connectionString } : { connectionString, Client: clientOfPrimary(servers) };
}

/** A client of the driver's, not yet connected, for the primary. */
export function createClient(url: string, options: pg.ClientConfig = {}): pg.Client {
  const { Client = pg.Client, connectionString } = connectionOf(url);
  return new Client({ ...options, connectionString });
}

function clientOfPrimary(servers: readonly string[]): typeof pg.Client {
  let known: { primary: Promise<string>; at: number } | undefined;
  function findPrimary(): Promise<string> {
    if (!known || performance.now() - known.at > KNOWN_MS)
      known = { primary: firstPrimary(servers), at: performance.now() };
    return known.primary;
  }

  return class PrimaryClient extends pg.Client {
    override connect(callback?: unknown): never {
      const connected = findPrimary().then((url) => {
        const { hostname, port } = new URL(url);
        Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 5432 });
        return super.connect();
      });
      if (typeof callback !== 'function') return connected as never;
      connected.then(
        () => callback(),
        (error) => callback(error),
      );
      return undefined as never;
    }
  };
}

/** All servers are tried at once, so that one that doesn't respond delays nothing: only the primary accepts writes. */
function firstPrimary(servers: readonly string[]): Promise<string> {
  const probes = servers.map(async (url) => {
    if (await isPrimary(url)) return url;
    throw new Error(`${new URL(url).host} takes no writes`);
  });
  return Promise.any(probes).catch(() => {
    throw Object.assign(new Error('None of the servers of the database takes writes'), { code: '57P03' });
  });
}

async function isPrimary(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('SELECT NOT pg_is_in_recovery() AS is_primary');
    return rows[0].is_primary;
  } finally {
    void client.end().catch(() => undefined);
  }
}
