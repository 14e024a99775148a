import { randomUUID } from 'node:crypto';
import { webhooks } from '@service/core';
import { HOUR_MS } from '@service/jobs/primitives';
import { createClock, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStore } from '../../../harness.ts';
import { snapshot } from '../../../table-snapshot.ts';
import { recordedDelivery } from './recorded-delivery.ts';

describe('POST /admin/v1/webhooks/deliveries/:id/retry', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStore(api);
  const other = useStore(api);
  let subscriptionId: string;

  before(async () => {
    ({ id: subscriptionId } = await subscribe(store));
  });

  const subscribe = ({ admin }: TestStore) =>
    webhooks.createSubscription(admin, { url: 'http://127.0.0.1:1/hook', events: ['order.paid'] });
  const retry = (id: string) =>
    api.request('POST', `/admin/v1/webhooks/deliveries/${id}/retry`, {
      token: store.token(['settings:write']),
    });
  const rowOf = (id: string) => api.env.database.system.webhookDelivery.findFirstOrThrow({ where: { id } });
  const inAnHour = () => new Date(clock.now().getTime() + HOUR_MS);

  for (const [status, attempts, nextRetryAt] of [
    ['failed', 3, inAnHour()],
    ['exhausted', 7, null],
    ['pending', 0, inAnHour()],
  ] as const) {
    it(`makes a ${status} delivery pending and due now, and keeps its attempts`, async () => {
      const id = await recordedDelivery(store, { subscriptionId, status, attempts, nextRetryAt });
      const control = await recordedDelivery(store, { subscriptionId, status, attempts, nextRetryAt });
      const [before, untouched] = [await rowOf(id), await rowOf(control)];
      clock.advance(1000);

      const answer = await retry(id);

      expect(answer.expect(200)).to.deep.equal({ retried: true });
      expect(await rowOf(id)).to.deep.equal({ ...before, status: 'pending', nextRetryAt: clock.now() });
      expect(await rowOf(control)).to.deep.equal(untouched);
      expect(api.env.enqueued.at(-1)).to.equal(id);
    });
  }

  it('refuses a delivered one with 409 and writes nothing', async () => {
    const id = await recordedDelivery(store, { subscriptionId, status: 'delivered', attempts: 1 });
    const [before, enqueued] = [await snapshot(api.env), api.env.enqueued.length];

    (await retry(id)).refused('already_delivered');

    expect(await snapshot(api.env)).to.deep.equal(before);
    expect(api.env.enqueued).to.have.length(enqueued);
  });

  for (const [what, idOf] of Object.entries({
    'another tenant’s': async () =>
      recordedDelivery(other, {
        subscriptionId: (await subscribe(other)).id,
        status: 'exhausted',
        attempts: 7,
      }),
    'a subscription’s': async () => subscriptionId,
    unknown: async () => randomUUID(),
  })) {
    it(`returns 404 for an id that is ${what}, and writes nothing`, async () => {
      const id = await idOf();
      const before = await snapshot(api.env);

      (await retry(id)).refused('not_found');

      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }

  it('refuses an id that is none', async () => {
    (await retry('not-a-uuid')).refused('validation_failed');
  });
});
