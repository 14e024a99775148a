import { expect } from 'chai';
import { inTransaction, webhooks } from '../../core/src/index.ts';
import { openScene, recordEvent, type Scene, startTracing, type Tracing } from '../../testing/src/index.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';
const TRACEPARENT = `00-${TRACE_ID}-${SPAN_ID}-01`;

describe('the trace of a delivery', () => {
  let scene: Scene;
  let tracing: Tracing;

  before(async () => {
    scene = await openScene();
    tracing = startTracing();
  });
  after(async () => {
    tracing.stop();
    await scene.close();
  });
  beforeEach(() => {
    tracing.spans.length = 0;
  });

  const store = () => ({ ...scene.store, admin: { ...scene.store.admin, traceparent: TRACEPARENT } });

  it('begins with the request: its attempts link to it, and the subscriber gets it', async () => {
    const id = await recordEvent({ ...scene, store: store() });
    scene.receiver.answer(500);
    await scene.deliver(id);
    scene.receiver.answer(200);
    scene.clock.advance(60_000);
    await scene.deliver(id);

    const attempts = tracing.named('attempt');
    expect(attempts.map(({ attributes }) => attributes)).to.deep.equal(
      [
        { 'http.response.status_code': 500, 'error.type': 'unexpected status 500', 'commerce.attempt': 1 },
        { 'http.response.status_code': 200, 'commerce.attempt': 2 },
      ].map((each) => ({
        'commerce.store': scene.store.tenantId,
        'commerce.delivery': id,
        'commerce.subscription': scene.subscriptionId,
        'commerce.event': 'order.paid',
        ...each,
      })),
    );
    for (const { links, context, parent, isEnded } of attempts) {
      expect(links).to.deep.equal([{ traceId: TRACE_ID, spanId: SPAN_ID, traceFlags: 1 }]);
      expect(context.traceId, 'a link, and not a part').to.not.equal(TRACE_ID);
      expect([parent, isEnded]).to.deep.equal([undefined, true]);
    }
    expect(scene.receiver.requests.slice(-2).map(({ headers }) => headers.traceparent)).to.deep.equal([
      TRACEPARENT,
      TRACEPARENT,
    ]);
    expect(tracing.named('claim')).to.have.length(2);
  });

  it('is nobody’s where nobody traced the request', async () => {
    const id = await recordEvent(scene);
    await scene.deliver(id);

    expect(tracing.named('attempt').map(({ links }) => links)).to.deep.equal([[]]);
    expect(scene.receiver.requests.at(-1)?.headers).to.not.have.property('traceparent');
  });

  it('isn’t kept for a change that is rolled back', async () => {
    const failed = inTransaction(store().admin, async (tx) => {
      await webhooks.recordEvent(tx, 'order.paid', {
        orderId: SPAN_OF_NOTHING,
        status: 'paid',
        previousStatus: 'pending',
      });
      throw new Error('rolled back');
    });
    await failed.catch(() => {});

    expect(await scene.system.db.webhookEvent.count({ where: { resourceId: SPAN_OF_NOTHING } })).to.equal(0);
  });
});

const SPAN_OF_NOTHING = '00000000-0000-4000-8000-000000000001';
