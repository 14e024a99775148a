import { ServiceError } from '@service/contract';
import { expect } from 'chai';
import { webhooks } from '../../core/src/index.ts';
import { anotherStore, openScene, type Scene, until } from '../../testing/src/index.ts';

describe('test deliveries', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });
  after(() => scene.close());

  it('of one store are two at once, wait for the worker’s word, and hold up no other store', async () => {
    const told: string[] = [];
    const { testOutcomes } = scene.services;
    const expectOutcome = testOutcomes.expect.bind(testOutcomes);
    testOutcomes.expect = async (id) => {
      const outcome = await expectOutcome(id);
      void outcome.told.then(() => told.push(id));
      return outcome;
    };
    const other = await anotherStore(scene);
    const test = ({ store, subscriptionId }: Pick<Scene, 'store' | 'subscriptionId'>) =>
      webhooks.testSubscription(store.admin, subscriptionId, { event: 'order.paid', waitMs: 60_000 });
    const waiting = () =>
      scene.system.db.webhookDelivery.findMany({
        where: { isTest: true, tenantId: { in: [scene.store.tenantId, other.store.tenantId] } },
        select: { tenantId: true, id: true },
      });

    const flood = Array.from({ length: 10 }, () => test(scene).catch((error: ServiceError) => error));
    await until(async () => (await waiting()).length === 2, 'two tests');
    const others = test(other);
    await until(async () => (await waiting()).length === 3, 'the other store’s test');
    const tested = await waiting();
    await Promise.all(tested.map(scene.deliver));

    expect((await others).attempt).to.include({ outcome: 'succeeded' });
    const ended = await Promise.all(flood);
    const refused = ended.filter((each) => each instanceof ServiceError);
    expect(refused).to.have.length(8);
    for (const error of refused)
      expect(error).to.include({ code: 'too_many_requests', retryAfterSeconds: 5 });
    expect(told).to.have.members(tested.map(({ id }) => id));
    expect(await waiting(), 'nothing was written for the others').to.have.deep.members(tested);

    const again = test(scene);
    await until(async () => (await waiting()).length === 4, 'another test');
    await Promise.all((await waiting()).map(scene.deliver));
    expect((await again).attempt).to.include({ outcome: 'succeeded' });
  });
});
