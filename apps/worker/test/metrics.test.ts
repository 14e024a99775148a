import { Capacity, type DeliveryQueue } from '@service/delivery';
import { createHealth, createMetrics } from '@service/observability';
import {
  createMigratedDatabase,
  type DeliverById,
  openScene,
  recordEvent,
  type Scene,
} from '@service/testing';
import { expect } from 'chai';
import { measureJobs, measureWorker } from '../src/metrics.ts';

describe('the metrics of a worker', () => {
  let scene: Scene;
  let deliver: DeliverById;
  let served: { port: number; close(): Promise<void> };
  const health = createHealth();
  const capacity = new Capacity(5);
  let isStuck = false;
  let depth: () => Promise<Record<string, number>>;

  before(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('worker_metrics') });
    const metrics = createMetrics();
    const queue = { depth: () => depth() } as DeliveryQueue;
    const { observeAttempt } = measureWorker(metrics, { ...scene, queue, capacity, isMailSent: false });
    deliver = scene.engine({ observe: observeAttempt });
    const loop = {
      name: 'refunds',
      lastFinishedAt: () => 1500,
      isStuck: () => isStuck,
      close: async () => {},
    };
    measureJobs(metrics, [loop]);
    health.add('refunds', () => !loop.isStuck());
    served = await metrics.serve(0, { health });
  });

  beforeEach(() => {
    depth = async () => ({ waiting: 3, active: 1, delayed: 40 });
  });

  after(async () => {
    await served.close();
    await scene.close();
  });

  const scrape = async () => (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text();
  const attempts = (outcome: string, response: string) =>
    `commerce_webhook_attempt_duration_seconds_count{outcome="${outcome}",response="${response}"}`;

  it('count attempts by what became of their delivery', async () => {
    await deliver(await recordEvent(scene));
    scene.receiver.answer(500);
    await deliver(await recordEvent(scene));

    const text = await scrape();

    expect(text).to.include(`${attempts('delivered', '2xx')} 1\n`);
    expect(text).to.include(`${attempts('failed', '5xx')} 1\n`);
    const total = (outcome: string, reason: string) =>
      `commerce_webhook_attempts_total{outcome="${outcome}",reason="${reason}"} 1\n`;
    expect(text).to.include(total('delivered', 'none'));
    expect(text).to.include(total('failed', 'unexpected_status'));
  });

  it('tell what is due and how long it has waited, without what is delivered or not due yet', async () => {
    await recordEvent(scene);
    scene.clock.advance(30_000);

    const text = await scrape();

    expect(text).to.include('commerce_webhook_due_deliveries 1\n');
    expect(text).to.include('commerce_webhook_oldest_due_seconds 30\n');
  });

  it('tell how many deliveries are open, how well endpoints are, and what waits for jobs', async () => {
    const text = await scrape();

    expect(text).to.include('commerce_webhook_deliveries{state="pending"} 1\n');
    expect(text).to.include('commerce_webhook_deliveries{state="failed"} 1\n');
    expect(text).to.include('commerce_webhook_subscriptions{health="failing"} 1\n');
    expect(text).to.include('commerce_jobs_waiting{kind="mails"} 0\n');
    expect(text).to.include('commerce_jobs_waiting{kind="vat_checks"} 0\n');
    expect(text).to.include('commerce_jobs_waiting{kind="refunds"} 0\n');
    expect(text).to.include('commerce_jobs_waiting{kind="search"} 0\n');
    expect(text).to.include('commerce_payment_events_unmatched 0\n');
    expect(text).to.include('commerce_mail_server_configured 0\n');
    expect(text).to.not.match(/\{[^}]*(tenant|store|subscription)/);
  });

  it('tell what is in the queue, and leave it out while the queue is away', async () => {
    expect(await scrape()).to.include('commerce_webhook_queue_jobs{state="delayed"} 40\n');

    depth = () => Promise.reject(new Error('The queue is away'));

    const text = await scrape();
    expect(text).to.not.include('commerce_webhook_queue_jobs{');
    expect(text).to.include('commerce_webhook_due_deliveries ');
  });

  it('tell when each background job last ended, and fail the liveness probe for a stuck one', async () => {
    const probe = async () => {
      const response = await fetch(`http://127.0.0.1:${served.port}/health`);
      return { status: response.status, body: await response.json() };
    };

    expect(await scrape()).to.include('commerce_job_last_finished_timestamp_seconds{name="refunds"} 1.5\n');
    expect(await probe()).to.deep.equal({ status: 200, body: { status: 'ok' } });

    isStuck = true;
    expect(await probe()).to.deep.equal({ status: 503, body: { status: 'stuck', failing: ['refunds'] } });
  });

  it('tell how many attempts are under way, and how many may be', async () => {
    const lane = { tenantId: scene.store.tenantId, subscriptionId: scene.subscriptionId };
    capacity.take(lane);

    expect(await scrape()).to.include('commerce_webhook_attempts_under_way 1\n');

    capacity.release(lane);
    expect(await scrape()).to.include('commerce_webhook_attempts_under_way 0\n');
    expect(await scrape()).to.include('commerce_webhook_attempts_limit 20\n');
  });

  it('count how late each attempt began, from when it was due', async () => {
    const lateness = (attempt: string) => `commerce_webhook_lateness_seconds_sum{attempt="${attempt}"}`;
    const before = await scrape();
    const id = await recordEvent(scene);
    scene.clock.advance(7000);
    scene.receiver.answer(500);
    await deliver(id);
    scene.clock.advance(60_000 + 3000);
    scene.receiver.answer(200);
    await deliver(id);

    const text = await scrape();

    const rise = (attempt: string) => sampleOf(text, lateness(attempt)) - sampleOf(before, lateness(attempt));
    expect(Math.floor(rise('first'))).to.equal(7);
    expect(Math.floor(rise('retry'))).to.equal(3);
  });
});

function sampleOf(text: string, series: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}
