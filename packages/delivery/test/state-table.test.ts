import { Prisma } from '@service/db';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@service/jobs/primitives';
import { expect } from 'chai';
import { webhooks } from '../../core/src/index.ts';
import {
  deliveryRow,
  failUpTo,
  ledgerOf,
  MAX_ATTEMPTS,
  openScene,
  recordEvent,
  type Scene,
} from '../../testing/src/index.ts';
import { createAddressGuard } from '../src/address-guard.ts';
import { createSender, findDueInTurns, removeDeleted } from '../src/index.ts';

/** Specification, Delivery semantics, the retry table, written out once more: the attempt and the delay after it. */
const RETRY_TABLE: readonly (readonly [attempt: number, delayMs: number])[] = [
  [1, 1 * MINUTE_MS],
  [2, 5 * MINUTE_MS],
  [3, 30 * MINUTE_MS],
  [4, 2 * HOUR_MS],
  [5, 6 * HOUR_MS],
  [6, 24 * HOUR_MS],
];

/** Specification, States and transitions, Webhook delivery: every row. */
describe('the delivery state table', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene();
  });
  afterEach(() => scene.close());

  const inFuture = (ms: number) => new Date(scene.clock.now().getTime() + ms);

  describe('pending', () => {
    it('becomes delivered by a 2xx answer', async () => {
      const id = await recordEvent(scene);

      const retryInMs = await scene.deliver(id);

      expect(retryInMs).to.equal(null);
      expect(await deliveryRow(scene, id)).to.include({
        status: 'delivered',
        attempts: 1,
        nextRetryAt: null,
        responseCode: 200,
        lastError: null,
        leaseUntil: null,
      });
    });

    it('shows no attempt as made while the first is under way, only in the ledger', async () => {
      const id = await recordEvent(scene);
      let shown: Awaited<ReturnType<typeof webhooks.getDelivery>> | undefined;
      scene.receiver.answer(async (_request, response) => {
        shown = await webhooks.getDelivery(scene.store.admin, id);
        response.writeHead(200).end();
      });

      await scene.deliver(id);

      expect(shown).to.include({ status: 'pending', attempts: 0 });
      expect(shown?.attemptRecords).to.have.length(1);
      expect(shown?.attemptRecords[0]).to.include({ number: 1, outcome: 'open' });
      expect(await webhooks.getDelivery(scene.store.admin, id)).to.include({ attempts: 1 });
    });

    it('becomes failed by any other status, due again after the first delay of the retry table', async () => {
      const id = await recordEvent(scene);
      scene.receiver.answer(503);

      const retryInMs = await scene.deliver(id);

      const row = await deliveryRow(scene, id);
      expect(row).to.include({ status: 'failed', attempts: 1, responseCode: 503, leaseUntil: null });
      expect(row.lastError).to.equal('unexpected status 503');
      expect(row.nextRetryAt).to.deep.equal(inFuture(MINUTE_MS));
      expect(row.lastAttemptAt).to.deep.equal(scene.clock.now());
      expect(retryInMs).to.equal(MINUTE_MS);
    });

    it('becomes failed by a network error, without a response code', async () => {
      const id = await recordEvent(scene);
      scene.receiver.answer((_request, response) => response.destroy());

      await scene.deliver(id);

      const row = await deliveryRow(scene, id);
      expect(row).to.include({ status: 'failed', responseCode: null, lastError: 'connection reset' });
      expect(row.nextRetryAt).to.deep.equal(inFuture(MINUTE_MS));
    });

    it('is left alone when it belongs to another delivery', async () => {
      const control = await recordEvent(scene);
      const id = await recordEvent(scene);

      await scene.deliver(id);

      expect(await deliveryRow(scene, control)).to.include({ status: 'pending', attempts: 0 });
      expect(scene.receiver.envelopes().map((envelope) => envelope.id)).to.deep.equal([id]);
    });
  });

  describe('failed', () => {
    for (const [attempt, delayMs] of RETRY_TABLE) {
      it(`stays failed after attempt ${attempt}, due again ${delayMs / MINUTE_MS} minutes later`, async () => {
        const id = await recordEvent(scene);

        await failUpTo(scene, id, attempt);

        const row = await deliveryRow(scene, id);
        expect(row).to.include({ status: 'failed', attempts: attempt });
        expect(row.nextRetryAt).to.deep.equal(inFuture(delayMs));
      });

      it(`becomes delivered when the retry after attempt ${attempt} gets a 2xx`, async () => {
        const id = await recordEvent(scene);
        await failUpTo(scene, id, attempt);
        scene.clock.advance(delayMs);
        scene.receiver.answer(204);

        await scene.deliver(id);

        expect(await deliveryRow(scene, id)).to.include({
          status: 'delivered',
          attempts: attempt + 1,
          nextRetryAt: null,
          responseCode: 204,
          lastError: null,
        });
      });

      it(`isn't tried a millisecond before the delay after attempt ${attempt} is over`, async () => {
        const id = await recordEvent(scene);
        await failUpTo(scene, id, attempt);
        scene.clock.advance(delayMs - 1);

        const retryInMs = await scene.deliver(id);

        expect(retryInMs).to.equal(1);
        expect(await deliveryRow(scene, id)).to.include({ status: 'failed', attempts: attempt });
        expect(scene.receiver.requests).to.have.length(attempt);
      });
    }

    it('becomes exhausted by attempt 7, without a next retry', async () => {
      const id = await recordEvent(scene);

      await failUpTo(scene, id, MAX_ATTEMPTS);
      const retryInMs = await scene.deliver(id);

      expect(retryInMs).to.equal(null);
      expect(await deliveryRow(scene, id)).to.include({
        status: 'exhausted',
        attempts: 7,
        nextRetryAt: null,
        responseCode: 500,
        lastError: 'unexpected status 500',
      });
      expect(scene.receiver.requests).to.have.length(7);
    });

    it('is not retried by itself once it is exhausted, however long one waits', async () => {
      const id = await recordEvent(scene);
      await failUpTo(scene, id, MAX_ATTEMPTS);
      scene.clock.advance(365 * 24 * HOUR_MS);

      await scene.deliver(id);

      expect(scene.receiver.requests).to.have.length(7);
      expect(await dueIds(scene)).not.to.include(id);
    });
  });

  describe('retry by hand', () => {
    it('makes a failed delivery pending and due now, and keeps its attempts', async () => {
      const id = await recordEvent(scene);
      await failUpTo(scene, id, 3);
      scene.clock.advance(SECOND_MS);

      const answer = await webhooks.retryDelivery(scene.store.admin, id);

      expect(answer).to.deep.equal({ retried: true });
      const row = await deliveryRow(scene, id);
      expect(row).to.include({ status: 'pending', attempts: 3 });
      expect(row.nextRetryAt).to.deep.equal(scene.clock.now());
      expect(scene.enqueued.at(-1)).to.equal(id);
    });

    it('goes on in the retry table where the attempts stand', async () => {
      const id = await recordEvent(scene);
      await failUpTo(scene, id, 3);
      await webhooks.retryDelivery(scene.store.admin, id);

      await scene.deliver(id);

      const row = await deliveryRow(scene, id);
      expect(row).to.include({ status: 'failed', attempts: 4 });
      expect(row.nextRetryAt).to.deep.equal(inFuture(2 * HOUR_MS));
    });

    it('lets an exhausted delivery exhaust again when attempt 8 fails', async () => {
      const id = await recordEvent(scene);
      await failUpTo(scene, id, 7);
      await webhooks.retryDelivery(scene.store.admin, id);
      expect(await deliveryRow(scene, id)).to.include({ status: 'pending', attempts: 7 });

      await scene.deliver(id);

      expect(await deliveryRow(scene, id)).to.include({
        status: 'exhausted',
        attempts: 8,
        nextRetryAt: null,
      });
      expect(scene.receiver.requests).to.have.length(8);
    });

    it('lets an exhausted delivery be delivered when attempt 8 succeeds', async () => {
      const id = await recordEvent(scene);
      await failUpTo(scene, id, 7);
      await webhooks.retryDelivery(scene.store.admin, id);
      scene.receiver.answer(200);

      await scene.deliver(id);

      expect(await deliveryRow(scene, id)).to.include({
        status: 'delivered',
        attempts: 8,
        nextRetryAt: null,
      });
    });

    it('makes a pending delivery due now', async () => {
      const id = await recordEvent(scene);
      scene.clock.advance(SECOND_MS);

      await webhooks.retryDelivery(scene.store.admin, id);

      const row = await deliveryRow(scene, id);
      expect(row).to.include({ status: 'pending', attempts: 0 });
      expect(row.nextRetryAt).to.deep.equal(scene.clock.now());
    });

    it('sends a delivered one again only by a redelivery, under the same id', async () => {
      const id = await recordEvent(scene);
      await scene.deliver(id);
      await webhooks.redeliverDelivery(scene.store.admin, id);
      expect(await deliveryRow(scene, id)).to.include({ status: 'pending', attempts: 1 });
      scene.receiver.answer(500);
      await scene.deliver(id);
      expect(await deliveryRow(scene, id)).to.include({ status: 'failed', attempts: 2 });
      scene.receiver.answer(200);
      scene.clock.advance(365 * 24 * HOUR_MS);
      await scene.deliver(id);

      expect(await deliveryRow(scene, id)).to.include({
        status: 'delivered',
        attempts: 3,
        nextRetryAt: null,
      });
      expect(scene.receiver.envelopes().map((envelope) => envelope.id)).to.deep.equal([id, id, id]);
    });

    it('refuses a delivered delivery', async () => {
      const id = await recordEvent(scene);
      await scene.deliver(id);

      const refused = await webhooks.retryDelivery(scene.store.admin, id).catch((error) => error);

      expect(refused).to.have.property('code', 'already_delivered');
      expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 1 });
    });

    // Both may happen in the same millisecond, and the database's clock may be set back a little meanwhile.
    for (const behindMs of [0, 250]) {
      it(`asked ${behindMs} ms before the attempt under way is due again at once when it fails`, async () => {
        const id = await recordEvent(scene);
        const dbNow = () => Prisma.sql`${inFuture(-behindMs)}::timestamptz`;
        const admin = { ...scene.store.admin, dbNow };
        scene.receiver.answer(async (_request, response) => {
          await webhooks.retryDelivery(admin, id);
          response.writeHead(500).end();
        });

        const retryInMs = await scene.deliver(id);

        const row = await deliveryRow(scene, id);
        expect(row).to.include({ status: 'pending', attempts: 1, lastError: 'unexpected status 500' });
        expect(row.nextRetryAt).to.deep.equal(inFuture(1));
        expect(retryInMs).to.equal(1);
      });
    }

    it('asked during attempt 7 is not swallowed by exhaustion', async () => {
      const id = await recordEvent(scene);
      await failUpTo(scene, id, 6);
      scene.clock.advance(24 * HOUR_MS);
      scene.receiver.answer(async (_request, response) => {
        await webhooks.retryDelivery(scene.store.admin, id);
        response.writeHead(500).end();
      });

      await scene.deliver(id);

      expect(await deliveryRow(scene, id)).to.include({ status: 'pending', attempts: 7 });
    });

    it('asked during an attempt that succeeds leaves it delivered', async () => {
      const id = await recordEvent(scene);
      scene.receiver.answer(async (_request, response) => {
        await webhooks.retryDelivery(scene.store.admin, id);
        response.writeHead(200).end();
      });

      await scene.deliver(id);

      expect(await deliveryRow(scene, id)).to.include({
        status: 'delivered',
        attempts: 1,
        nextRetryAt: null,
      });
    });
  });
});

describe('a delivery whose subscription changes', () => {
  it('fails at once, without any request, when its hostname has begun to point inwards', async () => {
    const scene = await openScene({ urlOf: ({ url }) => url.replace('127.0.0.1', 'localhost') });
    const guard = { lookup: async () => [{ address: '10.0.0.7', family: 4 as const }] };
    const sender = createSender({
      guard: createAddressGuard({ allowedPrivateCidrs: ['127.0.0.0/8'], ...guard }),
      allowInsecure: true,
      timeoutMs: 5000,
      userAgent: 'test',
    });
    const id = await recordEvent(scene);

    await scene.engine({ sender })(id);

    expect(await deliveryRow(scene, id)).to.include({
      status: 'failed',
      attempts: 1,
      responseCode: null,
      lastError: 'refused address',
    });
    expect(scene.receiver.requests).to.have.length(0);
    sender.close();
    await scene.close();
  });

  it('waits while it is paused and goes out when it is active again', async () => {
    const scene = await openScene();
    const id = await recordEvent(scene);
    const setActive = (active: boolean) =>
      scene.system.db.sql
        .count`UPDATE webhook_subscriptions SET active = ${active} WHERE id = ${scene.subscriptionId}::uuid`;
    await setActive(false);

    const retryInMs = await scene.deliver(id);

    expect(retryInMs).to.equal(null);
    expect(await deliveryRow(scene, id)).to.include({ status: 'pending', attempts: 0 });
    expect(await dueIds(scene)).not.to.include(id);

    await setActive(true);
    expect(await dueIds(scene)).to.include(id);
    await scene.deliver(id);

    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 1 });
    expect(scene.receiver.requests).to.have.length(1);
    await scene.close();
  });

  it('ends quietly when it is deleted while the request is under way', async () => {
    const scene = await openScene();
    const id = await recordEvent(scene);
    scene.receiver.answer(async (_request, response) => {
      await webhooks.deleteSubscription(scene.store.admin, scene.subscriptionId);
      response.writeHead(500).end();
    });

    const retryInMs = await scene.deliver(id);

    expect(retryInMs).to.equal(null);
    await removeDeleted(scene.system);
    expect(await ledgerOf(scene, id)).to.deep.equal([]);
    await scene.close();
  });
});

async function dueIds({ system }: Scene): Promise<string[]> {
  const due = await findDueInTurns(system, { perSubscription: 1000, limit: 100_000 });
  return due.map(({ id }) => id);
}
