import { randomUUID } from 'node:crypto';
import { ServiceError } from '@service/contract';
import { access } from '@service/core';
import { openThrottleRedis } from '@service/jobs';
import { startTestRedis, testQueueConnection, until } from '@service/testing';
import { expect } from 'chai';

/** No test takes as long. */
const DELAY_SECONDS = 60;

/** On a busy machine Redis may take a second, and then each process counts for itself. */
const PATIENT = { timeoutMs: 5000 };

describe('the throttle in Redis', () => {
  it('counts for two processes together, and lets a success start afresh', async function () {
    const connection = await testQueueConnection();
    const clients = [1, 2].map(() => openThrottleRedis(connection, () => {}, PATIENT));
    const [first, second] = clients;
    if (!first || !second) {
      this.skipReason = 'there is no Redis';
      return this.skip();
    }
    try {
      await until(() => clients.every((client) => client?.status === 'ready'), 'both connections');
      const throttles = clients.map((client) => access.createThrottle(client, DELAY_SECONDS));
      const account = randomUUID();
      const enter = (index: number) => throttles[index % 2]?.enter('login', { account });

      const results = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => enter(index)));

      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(refused).to.have.length(24);
      for (const error of refused) expect(error).to.be.instanceOf(ServiceError);
      const admitted = results.find((result) => result.status === 'fulfilled');
      await (admitted?.status === 'fulfilled' ? admitted.value : undefined)?.succeeded();
      await enter(0);
      await enter(1);
    } finally {
      for (const client of clients) client?.disconnect();
    }
  });

  it('goes on counting in memory when Redis dies', async function () {
    const redis = await startTestRedis();
    if (!redis) {
      this.skipReason = 'there is no Redis';
      return this.skip();
    }
    const client = openThrottleRedis({ kind: 'redis', url: redis.url }, () => {}, PATIENT);
    try {
      await until(() => client?.status === 'ready', 'the connection');
      const throttle = access.createThrottle(client, DELAY_SECONDS);
      await throttle.enter('login', { account: 'ada' });
      await redis.kill();
      await until(() => client?.status !== 'ready', 'the loss of the connection');

      const results = await Promise.allSettled(
        Array.from({ length: 10 }, () => throttle.enter('login', { account: 'ada' })),
      );

      const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'admitted'));
      expect(codes.filter((code) => code === 'admitted')).to.have.length(6);
      expect(codes.filter((code) => code === 'too_many_requests')).to.have.length(4);
    } finally {
      client?.disconnect();
    }
  });
});
