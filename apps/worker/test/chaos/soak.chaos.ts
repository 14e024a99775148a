import { createMigratedDatabase, runSoak, startTestRedis } from '@service/testing';
import { expect } from 'chai';
import { SHORT_LEASE } from './shop.ts';

/** `npm run soak` goes on for as long as it is told, and looks at memory too. */
const SECONDS = 120;

/** The time and what ends in it count, not the requests of a second: other tests want the processor too. */
const PAUSE_FACTOR = 10;

describe('with real processes, a shop in small', () => {
  it('adds up after each part of it has ended and come back', async function () {
    this.timeout(600_000);
    const redis = await startTestRedis();
    if (!redis) {
      this.skipReason = 'there is no Redis';
      return this.skip();
    }
    try {
      const { counts, mistakes } = await runSoak({
        databaseUrl: await createMigratedDatabase('soak'),
        redis,
        seconds: SECONDS,
        apis: 1,
        workers: 1,
        pauseFactor: PAUSE_FACTOR,
        env: {
          ...SHORT_LEASE,
          WEBHOOK_POLL_INTERVAL_MS: '2000',
          JOB_POLL_INTERVAL_MS: '2000',
          WEBHOOK_RETRY_DELAYS: Array.from({ length: 100 }, () => '5s').join(','),
        },
      });

      expect(mistakes).to.deep.equal([]);
      for (const what of ['orders', 'paid', 'shipped', 'products', 'imports', 'deliveries'])
        expect(counts[what], what).to.be.above(0);
    } finally {
      await redis.stop();
    }
  });
});
