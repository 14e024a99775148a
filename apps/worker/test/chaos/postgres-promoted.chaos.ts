import { migrate } from '@service/db';
import { startTestPostgres, type TestPostgres, type TestReplica } from '@service/testing';
import { survive } from './product-store.ts';
import { openShop, SHORT_LEASE, type Shop } from './shop.ts';

describe('with real processes, a PostgreSQL whose primary is killed', () => {
  let shop: Shop;
  let primary: TestPostgres;
  let replica: TestReplica;
  afterEach(async () => {
    await shop?.close();
    await replica?.close();
    await primary?.close();
  });

  it('whose replica is promoted: what was committed is delivered, without a restart', async function () {
    this.timeout(600_000);
    primary = await startTestPostgres();
    await migrate(primary.url);
    replica = await primary.startReplica();
    const second = new URL(replica.url).host;
    const databaseUrl = `${primary.url.replace(/(@[^/]+)/, `$1,${second}`)}?target_session_attrs=read-write`;
    shop = await openShop(this, { databaseUrl });
    await survive({
      shop,
      stores: 2,
      env: SHORT_LEASE,
      fault: async () => {
        await primary.kill();
        await replica.promote();
      },
    });
  });
});
