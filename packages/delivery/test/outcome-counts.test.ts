import { expect } from 'chai';
import { webhooks } from '../../core/src/index.ts';
import {
  createMigratedDatabase,
  failUpTo,
  openScene,
  recordEvent,
  recordEvents,
  type Scene,
  until,
} from '../../testing/src/index.ts';
import { type CountedAttempt, createOutcomeCounter } from '../src/outcome-counts.ts';

describe('what a worker counts', () => {
  let databaseUrl: string;
  let scene: Scene;
  before(async () => {
    databaseUrl = await createMigratedDatabase('counts');
  });
  beforeEach(async () => {
    scene = await openScene({ databaseUrl });
  });
  afterEach(() => scene.close());

  const total = async () => {
    const query = { interval: 'day' as const };
    return (await webhooks.getMetrics(scene.store.admin, query)).total;
  };
  const counted = (attempts: number) =>
    until(async () => (await total()).attempts === attempts, 'the counts');

  it('is what the ledger says, also of two workers at once', async () => {
    const ids = await recordEvents(scene, 20);
    const deliverBeside = scene.engine();
    await Promise.all(ids.map((id, index) => (index % 2 ? scene.deliver : deliverBeside)(id)));
    scene.receiver.answer(500);
    await scene.deliver(await recordEvent(scene));

    await counted(21);
    expect((await total()).deliveries).to.deep.equal({ delivered: 20, failed: 1, exhausted: 0 });
  });

  it('says which attempt gave a delivery up', async () => {
    scene.receiver.answer(500);
    const id = await recordEvent(scene);
    await failUpTo(scene, id, 7);

    await counted(7);
    expect((await total()).deliveries).to.deep.equal({ delivered: 0, failed: 6, exhausted: 1 });
  });

  it('is kept while it can’t be written, with what comes meanwhile', async () => {
    const { sql } = scene.system.db;
    let refuse: (() => void) | undefined;
    const count = (...statement: Parameters<typeof sql.count>) =>
      refuse
        ? sql.count(...statement)
        : new Promise<number>((_, reject) => {
            refuse = () => reject(new Error('the database is away'));
          });
    const counter = createOutcomeCounter({ ...scene.system, db: { sql: { count } } } as never);
    const attempt: CountedAttempt = {
      tenantId: scene.store.tenantId,
      subscriptionId: scene.subscriptionId,
      event: 'order.paid',
      error: '',
      responseClass: 2,
      upToMs: 100,
      status: 'delivered',
    };

    counter.add(attempt);
    await until(() => refuse !== undefined, 'the first write');
    counter.add(attempt);
    refuse?.();
    await counter.close();

    await counted(2);
    expect((await total()).deliveries.delivered).to.equal(2);
  });
});
