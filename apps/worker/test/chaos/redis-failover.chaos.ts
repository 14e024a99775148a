import { survive } from './product-store.ts';
import { type RedisServers, startRedisCluster, startSentinels } from './redis-servers.ts';
import { openShop, SHORT_LEASE, type Shop } from './shop.ts';

describe('with real processes, a Redis that fails over', () => {
  let shop: Shop;
  let servers: RedisServers;
  afterEach(async () => {
    await shop?.close();
    await servers?.close();
  });

  const surviveLossOfMaster = () =>
    survive({
      shop,
      stores: 2,
      env: { ...SHORT_LEASE, REDIS_URL: servers.url },
      fault: () => servers.killMaster(),
    });

  it('to the replica that Sentinels choose', async function () {
    this.timeout(600_000);
    shop = await openShop(this);
    servers = await startSentinels();
    await surviveLossOfMaster();
  });

  it('within a cluster of three masters, of which one is killed', async function () {
    this.timeout(600_000);
    shop = await openShop(this);
    servers = await startRedisCluster('{bull:webhook-deliveries}');
    await surviveLossOfMaster();
  });
});
