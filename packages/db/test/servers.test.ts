import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import pg from 'pg';
import { testDatabaseUrl } from '../../testing/src/database.ts';
import { openSilentWire } from '../../testing/src/silent-wire.ts';
import { until } from '../../testing/src/until.ts';
import { connectionOf, serversOf } from '../src/servers.ts';

describe('the address of the database', () => {
  it('names one server, and is left as it is', () => {
    const url = 'postgresql://me:p%40ss@db.example:5432/shop?sslmode=require';

    expect(serversOf(url)).to.deep.equal([url]);
  });

  it('names several, of which the one that takes writes is meant', () => {
    const url = 'postgres://me:pass@one:5432,two:5433/shop?target_session_attrs=read-write&sslmode=require';

    expect(serversOf(url)).to.deep.equal([
      'postgres://me:pass@one:5432/shop?sslmode=require',
      'postgres://me:pass@two:5433/shop?sslmode=require',
    ]);
    expect(serversOf('postgres://one,[2001:db8::1]:5433/shop')).to.deep.equal([
      'postgres://one/shop',
      'postgres://[2001:db8::1]:5433/shop',
    ]);
  });

  it('refuses a wish for a server that takes no writes', () => {
    expect(() => serversOf('postgres://one,two/shop?target_session_attrs=standby')).to.throw(/read-write/);
  });
});

describe('a connection to one of several servers', () => {
  it('doesn’t wait for a server that accepts connections and says nothing', async () => {
    const url = await testDatabaseUrl();
    const asked = new Set<Socket>();
    const silent = createServer((socket) => {
      asked.add(socket.resume().on('error', () => undefined));
      socket.once('close', () => asked.delete(socket));
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const { host } = new URL(url);
    const { Client, connectionString } = connectionOf(url.replace(host, `127.0.0.1:${port},${host}`));
    const client = new (Client ?? pg.Client)({ connectionString });

    await client.connect();

    expect(asked.size, 'probes that still wait').to.equal(1);
    await client.end();
    for (const socket of asked) socket.destroy();
    silent.close();
  });

  it('goes to another one when that which took writes is away, though it was known', async () => {
    const url = await testDatabaseUrl();
    const [one, two] = [await openSilentWire(url), await openSilentWire(url)];
    const both = new URL(url);
    const list = `${new URL(one.url).host},${new URL(two.url).host}`;
    const address = url.replace(both.host, list);
    const { Client, connectionString } = connectionOf(address);
    const reach = async () => {
      const client = new (Client ?? pg.Client)({ connectionString });
      client.on('error', () => undefined);
      await client.connect();
      await client.end();
      return client.port;
    };

    // Both say that they take writes, and either may be the first.
    const known = await reach();
    const first = [one, two].find(({ url }) => new URL(url).port === String(known));
    await first?.cut();
    const isReached = () =>
      reach().then(
        () => true,
        () => false,
      );

    await until(isReached, 'the other server');

    await Promise.all([one.close(), two.close()]);
  });
});
