import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { openWebhookScene, type WebhookScene } from '../admin/webhooks/scene.ts';
import { pasteLines } from './paste-lines.ts';

const README = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  let scene: WebhookScene;

  before(async () => {
    scene = await openWebhookScene();
    await scene.startWorker();
  });

  after(() => scene.close());

  it('sends a test delivery by the lines that a newcomer pastes', async function () {
    const [lines = ''] = /^TOKEN=.*?(?=^```)/ms.exec(README) ?? [];
    const script = lines
      .replaceAll('localhost:3000', scene.url.replace('http://', ''))
      .replace('http://localhost:8080/hooks', scene.receiver.url)
      .replace('demo@commerce.example', scene.store.adminEmail)
      .replace('demo-password-1234', scene.store.adminPassword);

    const printed = await pasteLines(this, script);

    expect(JSON.parse(printed).delivery).to.include({
      event: 'order.paid',
      status: 'delivered',
      isTest: true,
    });
  });
});
