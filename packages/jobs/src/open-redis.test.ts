import { expect } from 'chai';
import { readRedisAddress } from './open-redis.ts';

describe('the address of Redis', () => {
  it('names one server, as ever', () => {
    for (const url of ['redis://127.0.0.1:6379', 'rediss://user:pass@cache.example:6380/2'])
      expect(readRedisAddress(url)).to.equal(undefined);
  });

  it('names the master that Sentinels know', () => {
    const url = 'redis+sentinel://:p%40ss@one.example,two.example:26380/shop/3?sentinelPassword=other';

    expect(readRedisAddress(url)).to.deep.equal({
      kind: 'sentinel',
      hosts: [
        { host: 'one.example', port: 26379 },
        { host: 'two.example', port: 26380 },
      ],
      name: 'shop',
      login: { password: 'p@ss' },
      sentinelPassword: 'other',
      db: 3,
    });
  });

  it('names a cluster, with TLS', () => {
    const { kind, hosts, login } =
      readRedisAddress('rediss+cluster://me:pass@one.example,[2001:db8::1]:7000') ?? {};

    expect({ kind, hosts, login }).to.deep.equal({
      kind: 'cluster',
      hosts: [
        { host: 'one.example', port: 6379 },
        { host: '2001:db8::1', port: 7000 },
      ],
      login: { username: 'me', password: 'pass', tls: {} },
    });
  });
});
