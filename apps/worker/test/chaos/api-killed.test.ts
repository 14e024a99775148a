import { createDatabase, runCheckoutStorm, startTestRedis } from '@service/testing';
import { expect } from 'chai';

describe('with real processes, an API that is killed at random', () => {
  it('during 300 checkouts and payments leaves nothing half done', async () => {
    const redis = await startTestRedis();
    try {
      const report = await runCheckoutStorm({
        databaseUrl: await createDatabase('storm'),
        redisUrl: redis?.url,
        checkouts: 300,
        kills: 3,
      });

      expect(report.mistakes).to.deep.equal([]);
      expect(report.kills).to.equal(3);
      expect(report.orders + report.refused).to.be.at.least(300);
    } finally {
      await redis?.stop();
    }
  }).timeout(600_000);
});
