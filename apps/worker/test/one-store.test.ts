import { webhooks } from '@service/core';
import { Capacity, runPollCycle } from '@service/delivery';
import {
  anotherStore,
  CITUS_URL,
  createClock,
  createMigratedDatabase,
  createStore,
  findAcrossStores,
  LEASE_MS,
  openEngine,
  openScene,
  openTestEnv,
  queryAsOwner,
  RETRY_DELAYS_MS,
  recordEvents,
  recordStatements,
  type TestEnv,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { writeSampleRows } from '../../../packages/db/test/write-sample-rows.ts';
import { jobsFor } from './run-job.ts';

/** Makes and drops partitions of tables. */
const OF_NO_STORE = ['months'];
/** Of the statements that find what nobody else has: else this looks at none. */
const MANY = 30;

const THREE_YEARS_MS = 3 * 366 * 24 * 3_600_000;

describe('background jobs of stores on several nodes', () => {
  // What two stores have is old by then, and so is what one of them only keeps for long.
  const clock = createClock(new Date(Date.now() + THREE_YEARS_MS));
  let url: string;
  let env: TestEnv;

  before(async () => {
    url = await createMigratedDatabase('onestore');
    env = await openTestEnv({ databaseUrl: url, now: clock.now, isSpread: true });
    for (const _ of ['one', 'other']) await writeSampleRows(env.system.db as never);
    // A cart of an order isn't abandoned.
    await queryAsOwner(
      `UPDATE carts SET completed_at = now();
       INSERT INTO carts (tenant_id, currency, created_at, updated_at) SELECT id, currency, now(), now() FROM tenants`,
      [],
      url,
    );
  });

  after(() => env.close());

  it('lock and write by statements that name one store', async () => {
    const failed: unknown[] = [];
    const stop = recordStatements();

    for (const job of jobsFor(env.system).filter(({ name }) => !OF_NO_STORE.includes(name)))
      await job.run(new AbortController().signal).catch((err: unknown) => failed.push([job.name, err]));

    const sent = stop();
    expect(failed).to.deep.equal([]);
    expect(sent.filter(({ text }) => text.includes('SKIP LOCKED'))).to.have.length.above(MANY);
    expect(await findAcrossStores(url, sent)).to.deep.equal([]);
  });

  it('stand beside requests that do', async () => {
    const stop = recordStatements();
    const store = await createStore(env.system);
    await store.customer();
    await store.order();

    expect(await findAcrossStores(url, stop())).to.deep.equal([]);
  });

  it('send, record and poll deliveries by statements that name one store', async () => {
    const scene = await openScene({ databaseUrl: url, isSpread: true });
    const other = await anotherStore(scene);
    await webhooks.updateSubscription(other.store.admin, other.subscriptionId, { maxPerSecond: 100 });
    scene.receiver.answer(500);
    const of = [scene.subscriptionId, other.subscriptionId];
    const stop = recordStatements();
    const options = { sender: scene.sender, schedule: RETRY_DELAYS_MS, leaseMs: LEASE_MS };
    const engine = openEngine(scene, { ...options, capacity: new Capacity(2), enqueueTenant() {} });

    const ids = [...(await recordEvents(scene, 3)), ...(await recordEvents(other, 3))];
    const queue = { findUnqueued: async () => [], addTenants: async () => {} };
    await runPollCycle(scene.system, { queue, batch: 1, deliver: engine.deliver });
    await Promise.all(ids.map(engine.deliver));
    const settled = { subscriptionId: { in: of }, outcome: { in: ['succeeded', 'failed'] } };
    await until(async () => {
      // So that the rate lets the next one go.
      scene.clock.advance(20);
      return (await scene.system.db.webhookAttempt.count({ where: settled })) === ids.length;
    }, 'every outcome');
    await engine.close();

    expect(await findAcrossStores(url, stop())).to.deep.equal([]);
    await scene.close();
  });

  it('are found by their plans when they name none', async function () {
    if (CITUS_URL) {
      this.skipReason = 'Citus refuses such a statement itself';
      return this.skip();
    }
    const stop = recordStatements();
    await env.system.db.sql`SELECT id FROM orders WHERE number = ${0} FOR UPDATE`;
    await env.system.db.sql`SELECT id FROM orders WHERE number = ${1}`;

    expect(await findAcrossStores(url, stop())).to.deep.equal([
      ['SELECT id FROM orders WHERE number = $1 FOR UPDATE', ['orders']],
    ]);
  });
});
