import { expect } from 'chai';
import { serversOf } from '../src/servers.ts';

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
