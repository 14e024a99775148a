import { expect } from 'chai';
import { createNameResolver, parseHosts } from './name-resolver.ts';

describe('the name resolver', () => {
  it('knows localhost, which c-ares would ask a name server for', async () => {
    // Nobody listens there.
    const { addressesOf } = createNameResolver({ servers: ['127.0.0.1:9'] });
    const { signal } = new AbortController();

    for (const name of ['localhost', 'localhost.', 'shop.localhost'])
      expect(
        (await addressesOf(name, signal)).map(({ address }) => address),
        name,
      ).to.include('127.0.0.1');
  });

  it('reads the hosts file: comments, several names of a line, several lines of a name', () => {
    const hosts = parseHosts(
      '# 10.0.0.9 no\n::1 localhost me\r\n10.0.0.7\tERP erp.test # ours\n127.0.0.1 me\nbroken line\n',
    );

    expect(Object.fromEntries(hosts)).to.deep.equal({
      localhost: ['::1'],
      me: ['127.0.0.1', '::1'],
      erp: ['10.0.0.7'],
      'erp.test': ['10.0.0.7'],
    });
  });
});
