import { queryAsOwner } from '@service/testing';
import { survive } from './product-store.ts';
import { openShop, SHORT_LEASE, type Shop } from './shop.ts';

const CUTS = 200;

describe('with real processes, connections to PostgreSQL that are cut at random', () => {
  let shop: Shop;
  afterEach(() => shop?.close());

  it('lose nothing, wherever in a statement or transaction they are', async function () {
    this.timeout(600_000);
    shop = await openShop(this);
    await survive({ shop, stores: 2, env: SHORT_LEASE, fault: cutConnections });
  });

  /** Each time one of those that are at work, if any is. */
  async function cutConnections(): Promise<void> {
    for (let count = 0; count < CUTS; count += 1)
      await queryAsOwner(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND backend_type = 'client backend'
         ORDER BY random() LIMIT 1`,
        [],
        shop.databaseUrl,
      );
  }
});
