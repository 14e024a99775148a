import { createMigratedDatabase, runCheckoutStorm, startTestRedis } from '@service/testing';
import { expect } from 'chai';
import { IS_FULL_SIZE } from './traffic.ts';

const CHECKOUTS = IS_FULL_SIZE ? 300 : 90;

describe('with real processes, an API that is killed at random', () => {
  it('during checkouts and payments leaves nothing half done', async () => {
    const redis = await startTestRedis();
    try {
      const report = await runCheckoutStorm({
        databaseUrl: await createMigratedDatabase('storm'),
        redisUrl: redis?.url,
        checkouts: CHECKOUTS,
        kills: 3,
      });

      expect(report.mistakes).to.deep.equal([]);
      expect(report.kills).to.equal(3);
      expect(report.orders + report.refused).to.be.at.least(CHECKOUTS);
    } finally {
      await redis?.stop();
    }
  }).timeout(600_000);
});
