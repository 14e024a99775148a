import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { findRedis, type RedisBinary, type RedisServer, startRedis } from '../src/index.ts';

const given = process.env.TEST_REDIS_BINARY;

/** Sends one command and answers its reply on one line; the driver of the product isn't needed here. */
function ask(server: RedisServer, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port: server.port, host: '127.0.0.1' }, () =>
      socket.write(`AUTH ${new URL(server.url).password}\r\n${command}\r\n`),
    );
    let reply = '';
    socket.on('data', (data) => {
      reply += data.toString();
      if (!/^\+OK\r\n.+/.test(reply)) return;
      socket.destroy();
      resolve(reply.split('\r\n').slice(1).join(' ').trim());
    });
    socket.once('error', reject);
  });
}

describe('startRedis', () => {
  let dir: string;
  let server: RedisServer | undefined;

  const start = async (durable: boolean) => {
    server = await startRedis({ dir, durable, binary: JSON.parse(given ?? '') as RedisBinary });
    return server;
  };

  beforeEach(async function () {
    if (!given) {
      this.skipReason = 'there is no Redis';
      this.skip();
    }
    dir = await mkdtemp(join(tmpdir(), 'commerce-redis-'));
  });

  afterEach(async () => {
    await server?.stop();
    server = undefined;
    if (dir) await rm(dir, { recursive: true, force: true });
  });

  it('evicts nothing and listens on this machine only', async () => {
    const redis = await start(true);

    expect(await ask(redis, 'CONFIG GET maxmemory-policy')).to.match(/ noeviction$/);
    expect(await ask(redis, 'CONFIG GET bind')).to.match(/ 127\.0\.0\.1$/);
  });

  it('tells nothing to who has no password, which only its owner can read', async () => {
    const redis = await start(false);
    const reply = await new Promise<string>((resolve, reject) => {
      const socket = createConnection({ port: redis.port, host: '127.0.0.1' }, () =>
        socket.write('DBSIZE\r\n'),
      );
      socket.once('error', reject).once('data', (data) => {
        socket.destroy();
        resolve(data.toString());
      });
    });

    expect(reply).to.match(/^-NOAUTH/);
    expect((await stat(join(dir, 'redis.conf'))).mode & 0o777).to.equal(0o600);
  });

  it('keeps what was written over a stop and a kill when it is durable', async () => {
    const redis = await start(true);
    await ask(redis, 'SET word kept');

    await redis.stop();
    await redis.start();
    expect(await ask(redis, 'GET word')).to.equal('$4 kept');

    await redis.kill();
    await redis.start();
    expect(await ask(redis, 'GET word')).to.equal('$4 kept');
  });

  it('comes back empty on the same port after its data were wiped', async () => {
    const redis = await start(true);
    const { port, url } = redis;
    await ask(redis, 'SET word lost');

    await redis.stop();
    await redis.wipe();
    await redis.start();

    expect(await ask(redis, 'GET word')).to.equal('$-1');
    expect(redis).to.include({ port, url });
  });

  it('keeps nothing when it is not durable, and is not wiped while it runs', async () => {
    const redis = await start(false);
    await ask(redis, 'SET word lost');

    const refusal = await redis.wipe().catch((error: Error) => error);
    await redis.stop();
    await redis.start();

    expect(refusal).to.be.instanceOf(Error);
    expect(await ask(redis, 'GET word')).to.equal('$-1');
  });
});

describe('findRedis', () => {
  let dir: string;

  const program = async (path: string, version: string) => {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, `#!/bin/sh\necho '${version}'\n`);
    await chmod(path, 0o755);
  };
  const find = (...folders: string[]) =>
    findRedis({ cacheDir: join(dir, 'cache'), path: folders.map((folder) => join(dir, folder)).join(':') });

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-find-'));
    await program(join(dir, 'a', 'valkey-server'), 'Valkey server v=8.1.0 sha=0');
    await program(join(dir, 'b', 'redis-server'), 'Redis server v=7.2.4 sha=0');
    await program(join(dir, 'cache', 'root', 'usr', 'bin', 'redis-server'), 'Redis server v=7.0.15 sha=0');
  });

  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('prefers redis-server on the PATH, wherever it stands there', async () => {
    expect(await find('a', 'b')).to.include({ command: join(dir, 'b', 'redis-server'), name: 'Redis 7.2.4' });
  });

  it('takes valkey-server on the PATH next', async () => {
    expect(await find('a')).to.include({ command: join(dir, 'a', 'valkey-server'), name: 'Valkey 8.1.0' });
  });

  it('takes the one that is asked for, and no other', async () => {
    const ask = (program: string) =>
      findRedis({ cacheDir: join(dir, 'cache'), path: join(dir, 'a'), program });

    expect(await ask('valkey-server')).to.include({ name: 'Valkey 8.1.0' });
    expect(await ask('redis-server').catch(({ message }) => message)).to.include('There is no redis-server');
  });

  it('passes over a program that does not run', async () => {
    await writeFile(join(dir, 'b', 'redis-server'), '#!/bin/sh\nexit 127\n');

    expect(await find('b', 'a')).to.include({ name: 'Valkey 8.1.0' });
  });

  it('takes what was unpacked before when the PATH has none, and brings its libraries', async function () {
    if (process.platform !== 'linux') {
      this.skipReason = 'this isn’t Linux';
      this.skip();
    }

    const found = await find('nowhere');

    expect(found).to.include({ command: join(dir, 'cache', 'root', 'usr', 'bin', 'redis-server') });
    expect(found?.env.LD_LIBRARY_PATH).to.contain(join(dir, 'cache', 'root', 'usr', 'lib'));
  });

  it('returns nothing when there is neither a Redis nor apt', async () => {
    await rm(join(dir, 'cache'), { recursive: true });

    expect(await find('nowhere')).to.equal(undefined);
  });
});
