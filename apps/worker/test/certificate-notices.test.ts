import { webhooks } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import { CLIENT, openScene, type Scene } from '@service/testing';
import { expect } from 'chai';
import { runJob } from './run-job.ts';

const ENDS_AT = new Date('2126-10-29T17:11:06.000Z');

describe('a client certificate that ends', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });
  after(() => scene.close());

  const notices = () =>
    scene.system.db.adminNotification.findMany({
      where: { tenantId: scene.store.tenantId, kind: 'webhook_certificate.expiring' },
      orderBy: { createdAt: 'asc' },
    });
  const mails = () =>
    scene.system.db.mail.count({ where: { tenantId: scene.store.tenantId, kind: 'operator_notice' } });

  it('is told of once 30, 7 and 1 days before, and anew for the next certificate', async () => {
    const auth = { kind: 'mtls' as const, certificate: CLIENT.certificate, privateKey: CLIENT.key };
    const { id } = await webhooks.createSubscription(scene.store.admin, {
      url: 'https://127.0.0.1:9/hook',
      events: ['order.paid'],
      auth,
    });
    const counts: number[] = [];
    for (const daysBefore of [31, 30, 29, 8, 7, 2, 1, 0.5]) {
      const at = ENDS_AT.getTime() - daysBefore * DAY_MS;
      scene.clock.advance(at - scene.clock.now().getTime());
      for (let worker = 0; worker < 2; worker += 1) await runJob(scene.system, 'expiring-certificates');
      counts.push((await notices()).length);
    }

    expect(counts).to.deep.equal([0, 1, 1, 1, 2, 2, 3, 3]);
    expect(await mails()).to.equal(3);
    const [first] = await notices();
    expect(first?.title).to.include('127.0.0.1:9 ends on 2126-10-29');
    expect(first?.detail).to.include(id).and.not.include('PRIVATE KEY');

    await webhooks.updateSubscription(scene.store.admin, id, { auth: null });
    await runJob(scene.system, 'expiring-certificates');
    expect(await notices()).to.have.length(3);
    await webhooks.updateSubscription(scene.store.admin, id, { auth });
    await runJob(scene.system, 'expiring-certificates');
    expect(await notices()).to.have.length(4);
  });
});
