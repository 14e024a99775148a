import { webhooks } from '@service/core';
import { HOUR_MS } from '@service/jobs/primitives';
import {
  anotherStore,
  createMigratedDatabase,
  failUpTo,
  openScene,
  recordEvent,
  recordEvents,
  type Scene,
} from '@service/testing';
import { expect } from 'chai';
import { runJob } from './run-job.ts';

describe('deliveries that ran out of retries, before their notice', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('exhausted') });
  });
  after(() => scene.close());

  async function notices(): Promise<string[]> {
    await runJob(scene.system, 'exhausted-deliveries');
    const rows = await scene.system.db.adminNotification.findMany({ orderBy: { createdAt: 'asc' } });
    for (const { kind, tenantId } of rows)
      expect({ kind, tenantId }).to.deep.equal({
        kind: 'webhook_delivery.exhausted',
        tenantId: scene.store.tenantId,
      });
    return rows.map(({ title }) => title);
  }

  it('make one notice for each endpoint and hour, with the count', async () => {
    const other = await anotherStore(scene);
    await recordEvent(other);
    const { host } = new URL(scene.receiver.url);
    const [first = '', second = ''] = await recordEvents(scene, 2);
    await failUpTo(scene, first, 6);
    expect(await notices(), 'before the last attempt').to.deep.equal([]);

    await failUpTo(scene, first, 1);
    expect(await webhooks.notifyExhausted(scene.system, AbortSignal.abort()), 'a cycle that ends').to.equal(
      0,
    );
    expect(await notices()).to.deep.equal([`Deliveries to ${host} ran out of retries: 1`]);

    for (let attempt = 1; attempt <= 7; attempt += 1) await retryNow(second);
    expect(await notices(), 'the same hour').to.deep.equal([`Deliveries to ${host} ran out of retries: 2`]);
    expect(await notices(), 'told once').to.have.length(1);

    scene.clock.advance(HOUR_MS);
    const [third = ''] = await recordEvents(scene, 1);
    for (let attempt = 1; attempt <= 7; attempt += 1) await retryNow(third);
    expect(await notices(), 'the next hour').to.deep.equal([
      `Deliveries to ${host} ran out of retries: 2`,
      `Deliveries to ${host} ran out of retries: 1`,
    ]);
  });

  /** Asks by hand for the next attempt, which fails. */
  async function retryNow(id: string): Promise<void> {
    await webhooks.retryDelivery(scene.store.admin, id);
    await scene.deliver(id);
  }
});
