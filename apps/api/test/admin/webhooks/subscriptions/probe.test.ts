import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { until } from '@service/testing';
import { expect } from 'chai';
import { useWebhookScene } from '../scene.ts';

const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';
const WAITING = 30;

describe('a subscription that is resumed while its endpoint failed', () => {
  const scene = useWebhookScene();
  beforeEach(() => scene.moveToNewStore());

  const row = (id: string) => scene.system.db.webhookSubscription.findFirstOrThrow({ where: { id } });
  const count = (subscriptionId: string, where: object) =>
    scene.system.db.webhookDelivery.count({ where: { subscriptionId, ...where } });
  const health = async (id: string) =>
    (await scene.call('GET', `${SUBSCRIPTIONS}/${id}/stats`)).body.health as string;

  /** One delivery has failed, many are due, and it was paused. No worker is running. */
  async function pausedWhileFailing(settings: object = {}): Promise<string> {
    const worker = await scene.startWorker();
    scene.receiver.answer(500);
    const { id } = await scene.subscribe(settings);
    await scene.recordPaid(randomUUID());
    await until(async () => (await row(id)).failingSince !== null, 'the failure');
    await worker.stop();
    await scene.recordPaid(...Array.from({ length: WAITING }, () => randomUUID()));
    await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { active: false });
    return id;
  }

  it('gets one request at a time until one succeeds, then the rest at once', async () => {
    const id = await pausedWhileFailing();
    const endpoint = failingTimes(3);
    scene.receiver.answer(endpoint.handle);

    await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { active: true });
    expect(await health(id)).to.equal('probing');
    const workers = await Promise.all([scene.startWorker(), scene.startWorker()]);

    await until(async () => (await count(id, { status: 'delivered' })) === WAITING - 3, 'the rest');
    expect(endpoint.mostOpenBefore()).to.equal(1);
    expect(endpoint.mostOpenAfter()).to.be.at.least(5);
    expect(await health(id)).to.equal('degraded');
    await Promise.all(workers.map((worker) => worker.stop()));
  });

  it('with autoPause it is paused again by the first failure, and the rest waits untouched', async () => {
    const id = await pausedWhileFailing({ autoPause: true });
    // On a slow machine retries of the test before come due, too.
    const attempts = () => scene.system.db.webhookAttempt.count({ where: { subscriptionId: id } });
    const before = await attempts();

    await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { active: true });
    const workers = await Promise.all([scene.startWorker(), scene.startWorker()]);

    await until(async () => (await health(id)) === 'paused', 'the pause');
    expect(await attempts()).to.equal(before + 1);
    expect(await count(id, { attempts: 0, status: 'pending' })).to.equal(WAITING - 1);
    await Promise.all(workers.map((worker) => worker.stop()));
  });
});

/** Refuses so many requests, takes one, and then holds the others until several are open at the same time. */
function failingTimes(failures: number) {
  let seen = 0;
  let open = 0;
  let mostOpenBefore = 0;
  let mostOpenAfter = 0;
  let isWell = false;
  let held: ServerResponse[] = [];
  return {
    mostOpenBefore: () => mostOpenBefore,
    mostOpenAfter: () => mostOpenAfter,
    handle(_request: unknown, response: ServerResponse) {
      if (isWell) {
        held.push(response);
        mostOpenAfter = Math.max(mostOpenAfter, held.length);
        if (mostOpenAfter < 5) return;
        for (const each of held) each.writeHead(200).end();
        held = [];
        return;
      }
      seen += 1;
      open += 1;
      mostOpenBefore = Math.max(mostOpenBefore, open);
      setTimeout(() => {
        open -= 1;
        isWell = seen > failures;
        response.writeHead(isWell ? 200 : 500).end();
      }, 20);
    },
  };
}
