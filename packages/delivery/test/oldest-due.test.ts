import { expect } from 'chai';
import {
  createMigratedDatabase,
  deliveryRow,
  openScene,
  queryAsOwner,
  recordEvent,
  recordEvents,
  runtimeUrlOf,
  type Scene,
} from '../../testing/src/index.ts';

describe('the age of the oldest due delivery, which an autoscaler asks for', () => {
  let scene: Scene;
  let databaseUrl: string;

  before(async () => {
    databaseUrl = await createMigratedDatabase('oldest_due');
    scene = await openScene({ databaseUrl });
  });
  after(() => scene.close());

  const run = (sql: string) => queryAsOwner(sql, [], databaseUrl);
  const minutes = async () => {
    const [row] = await queryAsOwner<{ age: number }>(
      'SELECT oldest_due_delivery_seconds() AS age',
      [],
      databaseUrl,
    );
    return Math.floor((row?.age ?? 0) / 60);
  };
  const dueFor = (id: string, ago: string) =>
    run(`UPDATE webhook_deliveries SET next_retry_at = now() - interval '${ago}' WHERE id = '${id}'`);

  it('is 0 while nothing is due, and that of the one that has waited the longest otherwise', async () => {
    const [first = '', second = '', later = ''] = await recordEvents(scene, 3);
    for (const id of [first, second, later]) await dueFor(id, '-1 hour');
    expect(await minutes()).to.equal(0);

    await dueFor(first, '10 minutes');
    await dueFor(second, '30 minutes');
    expect(await minutes()).to.equal(30);

    await run(`UPDATE webhook_deliveries SET lease_until = now() + interval '1 hour' WHERE id = '${second}'`);
    expect(await minutes(), 'one is under way').to.equal(10);
  });

  for (const [what, setting] of [
    ['paused', 'active = false'],
    ['limited', 'max_concurrency = 1'],
    ['slowed', 'max_per_second = 1'],
    ['probed', 'is_probing = true'],
  ]) {
    it(`doesn’t count what is ${what}, which more workers wouldn’t send sooner`, async () => {
      await run(`UPDATE webhook_subscriptions SET ${setting}`);
      expect(await minutes()).to.equal(0);
      await run(
        'UPDATE webhook_subscriptions SET active = true, max_concurrency = NULL, max_per_second = NULL, is_probing = false',
      );
      expect(await minutes()).to.equal(10);
    });
  }

  it('doesn’t count what a suspended store has', async () => {
    await run('UPDATE tenants SET suspended_at = now()');
    expect(await minutes()).to.equal(0);
    await run('UPDATE tenants SET suspended_at = NULL');
    expect(await minutes()).to.equal(10);
  });

  it('doesn’t count what follows another of an ordered subscription', async () => {
    await run(`UPDATE webhook_subscriptions SET ordered = true`);
    const [first, second] = [await recordEvent(scene), await recordEvent(scene)];
    const { resourceId } = await deliveryRow(scene, first);
    await run(`UPDATE webhook_deliveries SET resource_id = '${resourceId}' WHERE id = '${second}'`);
    await dueFor(first, '-1 hour');
    await dueFor(second, '50 minutes');
    expect(await minutes()).to.equal(10);

    await dueFor(first, '40 minutes');
    expect(await minutes()).to.equal(40);
  });

  it('is told to a login that may ask for it, which sees nothing else, and to nobody else', async () => {
    const login = `scaler_${process.pid}`;
    await run(`CREATE ROLE ${login} LOGIN PASSWORD 'of-the-tests'`);
    const asScaler = new URL(databaseUrl);
    [asScaler.username, asScaler.password] = [login, 'of-the-tests'];
    const ask = (url: string, sql: string) =>
      queryAsOwner<{ answer: unknown }>(sql, [], url).then(
        ([row]) => row?.answer,
        (error) => error.message,
      );

    const question = 'SELECT oldest_due_delivery_seconds() > 0 AS answer';
    expect(await ask(runtimeUrlOf(databaseUrl), question)).to.match(/permission denied/);
    expect(await ask(asScaler.href, question)).to.match(/permission denied/);
    await run(`GRANT EXECUTE ON FUNCTION oldest_due_delivery_seconds() TO ${login}`);
    expect(await ask(asScaler.href, question)).to.equal(true);
    expect(await ask(asScaler.href, 'SELECT count(*) AS answer FROM webhook_deliveries')).to.match(
      /permission denied/,
    );
    await run(`REVOKE EXECUTE ON FUNCTION oldest_due_delivery_seconds() FROM ${login}`);
    await run(`DROP ROLE ${login}`);
  });
});
