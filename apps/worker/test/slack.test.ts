import { mail, notifications, outbox, webhooks } from '@service/core';
import { DAY_MS, MINUTE_MS } from '@service/jobs/primitives';
import {
  anotherStore,
  createMigratedDatabase,
  openScene,
  type Receiver,
  recordEvent,
  type Scene,
  startReceiver,
} from '@service/testing';
import { expect } from 'chai';
import { runJob } from './run-job.ts';

describe('Slack, beside the mail to operators', () => {
  let scene: Scene;
  let slack: Receiver;
  let mailer: mail.Mailer;
  before(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('slack') });
    slack = await startReceiver();
    mailer = mail.createMailer({ dir: '/nowhere', from: 'no-reply@shop.example', sender: scene.sender });
  });
  after(async () => {
    mailer.close();
    await slack.close();
    await scene.close();
  });

  const setUrl = (slackUrl: string | null) =>
    notifications.putNotificationSettings(scene.store.admin, { slackUrl });

  /** The store's, to Slack. */
  const rows = () =>
    scene.system.db.mail.findMany({ where: { recipient: 'slack' }, orderBy: { createdAt: 'asc' } });

  async function sendAll(): Promise<void> {
    for (const row of await rows()) await outbox.sendMail(scene.system, mailer, row);
  }

  it('gets what operators are told of an endpoint, and again when it didn’t take it', async () => {
    await setUrl(slack.url);
    const other = await anotherStore(scene);
    await webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, { description: 'ERP' });
    scene.receiver.answer(500);
    other.receiver.answer(500);
    for (const each of [scene, other]) await scene.deliver(await recordEvent(each));
    scene.clock.advance(DAY_MS);
    await runJob(scene.system, 'endpoint-health-notices');
    expect((await rows()).map(({ tenantId }) => tenantId)).to.deep.equal([scene.store.tenantId]);

    slack.answer(503);
    await sendAll();
    expect((await rows())[0]).to.include({ status: 'pending', lastError: 'slack: unexpected status 503' });
    slack.answer(200);
    scene.clock.advance(MINUTE_MS);
    await sendAll();
    await sendAll();

    expect((await rows()).map(({ status }) => status)).to.deep.equal(['sent']);
    expect(slack.requests, 'once after it failed').to.have.length(2);
    const { text } = JSON.parse(slack.requests[1]?.body.toString() ?? '{}');
    expect(text).to.match(/^\*The webhook endpoint at 127\.0\.0\.1:\d+ has failed for a day/);
  });

  it('gets nothing once its URL was taken away', async () => {
    await setUrl(slack.url);
    scene.receiver.answer(200);
    await scene.deliver(await recordEvent(scene));
    await runJob(scene.system, 'endpoint-health-notices');
    const before = slack.requests.length;
    await setUrl(null);

    await sendAll();

    expect((await rows()).map(({ status }) => status)).to.deep.equal(['sent', 'sent']);
    expect(slack.requests).to.have.length(before);
  });
});
