import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@service/jobs/primitives';
import { createStore, until } from '@service/testing';
import { expect } from 'chai';
import { useWebhookScene } from '../scene.ts';

const DELIVERIES = '/admin/v1/webhooks/deliveries';

describe('/admin/v1/webhooks/deliveries', () => {
  const scene = useWebhookScene();
  beforeEach(() => scene.moveToNewStore());

  /** Deliveries that are a day apart, the newest first. */
  async function deliveries(count: number): Promise<string[]> {
    const { id } = await scene.subscribe({ events: ['order.paid', 'product.created'] });
    await scene.recordPaid(...Array.from({ length: count }, () => randomUUID()));
    const rows = await scene.system.db.webhookDelivery.findMany({ where: { subscriptionId: id } });
    for (const [index, row] of rows.entries())
      await scene.system.db.webhookDelivery.updateMany({
        where: { id: row.id },
        data: { createdAt: new Date(Date.UTC(2026, 0, 20) - index * DAY_MS) },
      });
    return rows.map((row) => row.id);
  }
  const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);

  it('filters by event and by time of creation', async () => {
    const ids = await deliveries(4);
    await scene.store.variant();

    const paid = await scene.call('GET', `${DELIVERIES}?event=order.paid`);
    const product = await scene.call('GET', `${DELIVERIES}?event=product.created`);
    const between = await scene.call(
      'GET',
      `${DELIVERIES}?from=2026-01-18T00:00:00Z&to=2026-01-20T00:00:00Z&event=order.paid`,
    );

    expect(idsOf(paid)).to.deep.equal(ids);
    expect(product.body.total).to.equal(1);
    expect(idsOf(between), 'from is included, to is not').to.deep.equal(ids.slice(1, 3));
    expect(between.body).to.include({ total: 2, isTotalCapped: false, nextCursor: null });
  });

  for (const query of ['event=order.eaten', 'from=yesterday', 'to=2026-13-01', 'cursor=nonsense'])
    it(`refuses ${query}`, async () => {
      const { status, body } = await scene.call('GET', `${DELIVERIES}?${query}`);

      expect(status).to.equal(400);
      expect(body.code).to.equal('validation_failed');
    });

  it('goes through the whole log by cursor, each delivery once, also where many share a time', async () => {
    await deliveries(3);
    await scene.recordPaid(...Array.from({ length: 8 }, () => randomUUID()));
    const whole = idsOf(await scene.call('GET', `${DELIVERIES}?pageSize=200`));

    const seen: string[] = [];
    let cursor: string | null = '';
    do {
      const page = await scene.call('GET', `${DELIVERIES}?pageSize=3${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...idsOf(page));
      cursor = page.body.nextCursor;
    } while (cursor);

    expect(seen).to.deep.equal(whole).and.have.length(11);
  });

  it('shows nothing of another store', async () => {
    const [id] = await deliveries(1);
    const stranger = (await createStore(scene.system)).token();

    const log = await scene.call('GET', DELIVERIES, undefined, stranger);
    const detail = await scene.call('GET', `${DELIVERIES}/${id}`, undefined, stranger);

    expect(log.body).to.deep.include({ items: [], total: 0 });
    expect(detail.status).to.equal(404);
  });

  it('counts no further than it says, and says so', async () => {
    const { id } = await scene.subscribe();
    await scene.system.db.sql.count`
      WITH recorded AS (
        INSERT INTO webhook_events (tenant_id, name, data, occurred_at)
        SELECT ${scene.store.tenantId}::uuid, 'order.paid', '{}', now() FROM generate_series(1, 10001)
        RETURNING *
      )
      INSERT INTO webhook_deliveries (tenant_id, subscription_id, event_id, event, status, created_at)
      SELECT tenant_id, ${id}::uuid, id, name, 'delivered', occurred_at FROM recorded`;

    const { body } = await scene.call('GET', DELIVERIES);

    expect(body).to.include({ total: 10_000, isTotalCapped: true });
  });

  describe('GET {id}', () => {
    it('returns the payload and every attempt, with what was sent and what came back', async () => {
      const worker = await scene.startWorker({ WEBHOOK_RETRY_DELAYS: '1h,1h' });
      await scene.subscribe();
      const orderId = randomUUID();
      scene.receiver.answer(({ headers }, response) => {
        response.writeHead(503, { 'x-trace': 'abc', 'set-cookie': 'session=1' });
        response.end(`overloaded ${headers['x-service-signature']}`);
      });

      await scene.recordPaid(orderId);
      const [log] = await settled(1);
      scene.receiver.answer(200);
      await scene.call('POST', `${DELIVERIES}/${log?.id}/retry`);
      await settled(2);
      await worker.stop();

      const { status, body } = await scene.call('GET', `${DELIVERIES}/${log?.id}`);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.include({ status: 'delivered', attempts: 2 });
      expect(body.payload).to.deep.equal(scene.receiver.envelopes().at(-1));
      const [refused, taken] = body.attemptRecords;
      expect(refused).to.deep.include({
        number: 1,
        outcome: 'failed',
        responseCode: 503,
        error: 'unexpected status 503',
        diagnosisCode: 'status_503',
        resolvedAddress: '127.0.0.1',
        responseBody: 'overloaded [redacted]',
      });
      expect(refused.diagnosis).to.match(/overloaded or under maintenance/);
      expect(refused.responseHeaders).to.include({ 'x-trace': 'abc' }).and.not.have.property('set-cookie');
      expect(refused.requestHeaders).to.include({
        'webhook-id': body.id,
        'content-type': 'application/json',
      });
      expect(Object.keys(refused.requestHeaders).map((name) => name.toLowerCase())).not.to.include.members([
        'x-service-signature',
      ]);
      // A clock that was set back meanwhile measures nothing, so no phase is asked for.
      expect(refused.phases).to.have.keys('dnsMs', 'connectMs', 'tlsMs', 'firstByteMs');
      expect(refused.phases.tlsMs).to.equal(null);
      expect(taken).to.deep.include({ number: 2, outcome: 'succeeded', error: null });
      expect(JSON.stringify(body)).not.to.match(/sha256=[0-9a-f]{64}|v1,[\w+/]{40}/);
    });

    it('shows the names of headers as they were on the wire', async () => {
      const worker = await scene.startWorker();
      await scene.subscribe({ headers: { 'X-Gateway-Key': 'gateway-secret-1' } });
      const sentNames: string[] = [];
      scene.receiver.answer((_request, response, { rawHeaders }) => {
        sentNames.push(...rawHeaders.filter((_, index) => index % 2 === 0));
        response.writeHead(200).end();
      });

      await scene.recordPaid(randomUUID());
      const [log] = await settled(1);
      await worker.stop();

      const { body } = await scene.call('GET', `${DELIVERIES}/${log?.id}`);
      const shownNames = Object.keys(body.attemptRecords[0].requestHeaders);
      expect(shownNames).to.include('x-gateway-key');
      expect(sentNames).to.include.members(shownNames);
    });

    it('returns 404 for an unknown delivery', async () => {
      expect((await scene.call('GET', `${DELIVERIES}/${randomUUID()}`)).status).to.equal(404);
    });
  });

  async function settled(attempts: number) {
    const tenantId = scene.store.tenantId;
    await until(
      async () =>
        (await scene.system.db.webhookAttempt.count({ where: { tenantId, outcome: { not: 'open' } } })) ===
        attempts,
      `${attempts} attempts that ended`,
    );
    return scene.system.db.webhookDelivery.findMany({ where: { tenantId } });
  }
});
