import { randomUUID } from 'node:crypto';
import {
  freePort,
  paymentSucceeded,
  queryAsOwner,
  type ServiceProcess,
  signProviderEvent,
  startReceiver,
  startServiceProcess,
  until,
} from '@service/testing';
import { expect } from 'chai';

import { REWRITE, REWRITTEN, SECOND, useUpgrades } from '../upgrade-scene.ts';

describe('commerce upgrade', () => {
  const { releases, openDeployment, copyDeployment, upgrade, contents, versionOf, maintenance } =
    useUpgrades();

  it('upgrades a running 1.0.0 to 2.0.0 under traffic: 503 with Retry-After, none lost', async () => {
    const deployment = await openDeployment();
    const { databaseUrl, store, env } = deployment;
    const receiver = await startReceiver();
    const [port, metricsPort] = [await freePort(), await freePort()];
    const processes: ServiceProcess[] = [
      await startServiceProcess('api', { ...env, PORT: String(port) }),
      await startServiceProcess('worker', { ...env, METRICS_PORT: String(metricsPort) }),
    ];
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: {
          authorization: `Bearer ${store.token()}`,
          'content-type': 'application/json',
          ...init.headers,
        },
      });
    const post = (path: string, body: object) => call(path, { method: 'POST', body: JSON.stringify(body) });
    await post('/admin/v1/webhooks/subscriptions', { url: receiver.url, events: ['product.created'] });
    const created: string[] = [];
    const refused: Response[] = [];
    let isOver = false;
    const traffic = (async () => {
      while (!isOver && refused.length < 50) {
        const response = await post('/admin/v1/products', { title: `Product ${created.length}` });
        if (response.status === 201) created.push(((await response.json()) as { id: string }).id);
        else refused.push(response);
      }
    })();
    await until(() => created.length > 5, 'the first products');

    const callback = JSON.stringify(paymentSucceeded(randomUUID()));
    const running = upgrade(deployment, releases.next);
    await until(() => refused.length > 0, 'a refusal');
    const signed = { 'payment-signature': signProviderEvent(callback) };
    const paid = await call('/webhooks/payment', { method: 'POST', body: callback, headers: signed });
    const health = await call('/health');
    const { code, said } = await running;
    await until(async () => (await call('/health')).status === 503, 'the old API to notice');
    isOver = true;
    await traffic;
    const old = (await (await call('/health')).json()) as { detail: string };
    const ofWorker = () => fetch(`http://127.0.0.1:${metricsPort}/health`);
    await until(async () => (await ofWorker()).status === 503, 'the old worker to notice');
    const stuck = (await (await ofWorker()).json()) as { failing: string[]; reasons: string[] };
    await Promise.all(processes.map((each) => each.stop()));
    const worker = await startServiceProcess('worker', env, releases.next.worker);
    const delivered = () => new Set(receiver.envelopes().map(({ data }) => data.productId));
    await until(() => delivered().size >= created.length, 'every delivery');

    expect(code, said).to.equal(0);
    for (const response of refused) {
      expect(response.status).to.equal(503);
      expect(response.headers.get('retry-after')).to.match(/^\d+$/);
    }
    expect(paid.status).to.equal(503);
    expect(paid.headers.get('retry-after')).to.match(/^\d+$/);
    expect(((await health.json()) as { status: string }).status).to.equal('maintenance');
    expect(stuck.failing).to.deep.equal(['schema']);
    expect(stuck.reasons).to.deep.equal([old.detail]);
    expect(old.detail).to.match(/version 1\.0\.0, and the database belongs to version 2\.0\.0/);
    expect([...delivered()]).to.have.members(created);
    expect(await versionOf(databaseUrl)).to.equal('2.0.0');
    const odd = "SELECT 1 FROM products WHERE rewritten IS NULL OR title LIKE '%!!'";
    expect(await queryAsOwner(odd, [], databaseUrl)).to.deep.equal([]);
    await Promise.all([worker.stop(), receiver.close(), deployment.close()]);
  });

  it('ends as 2.0.0 when run again after a kill at any step, or as before if 2.0.0 fails', async () => {
    for (const [programs, killAt] of [
      [releases.quick, /Pausing/],
      [releases.quick, /Backing up/],
      [releases.quick, new RegExp(`Applying ${REWRITE}`)],
      [releases.quick, new RegExp(`Applying ${SECOND}`)],
      [releases.quick, /Starting an API/],
      [releases.broken, new RegExp(`Applying ${SECOND}`)],
      [releases.broken, /Restoring/],
    ] as const) {
      const { before, ...deployment } = await copyDeployment();
      const { databaseUrl } = deployment;

      const killed = await upgrade(deployment, programs, killAt);
      const again = await upgrade(deployment, programs);

      expect(killed.code, `${killAt}`).to.equal(null);
      const isDone = programs === releases.quick;
      expect(again.code, `${killAt}: ${again.said}`).to.equal(isDone ? 0 : 1);
      expect(await versionOf(databaseUrl), `${killAt}`).to.equal(isDone ? '2.0.0' : '1.0.0');
      const after = await contents(databaseUrl);
      if (!isDone) expect(after, `${killAt}`).to.deep.equal(before);
      else expect(after.products?.rows).to.equal(before.products?.rows);
      if (isDone) expect({ ...after, ...REWRITTEN }).to.deep.equal({ ...before, ...REWRITTEN });
      expect(await maintenance(databaseUrl)).to.deep.equal([]);
    }
  });
});
