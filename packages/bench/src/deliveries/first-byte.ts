import { freePort, startReceiver, startServiceProcess } from '@service/testing';
import type { Shop } from './shop.ts';

/** More than a store's share, at once: what it leaves behind in the processes must not make later ones late. */
const BURST = 1500;
const SAMPLES = 500;
const SAMPLE_EVERY_MS = 40;
const BOUNDS_MS = [5, 10, 15, 20, 30, 40, 60, 100, 250];
const AIMS = { p50Ms: 40, p99Ms: 250 };

/** After a burst one event after another, from its commit to the first byte at the subscriber. */
export async function measureFirstByte({ store, flood, workerEnv }: Shop): Promise<void> {
  const receiver = await startReceiver();
  const { recordPaid, tenantId } = await store(receiver.url);
  const metricsPort = String(await freePort());
  const worker = await startServiceProcess('worker', { ...workerEnv, METRICS_PORT: metricsPort });
  await flood(tenantId, BURST);
  await receiver.received(BURST);
  let arrivedAt = 0;
  receiver.answer((_request, response) => {
    arrivedAt = performance.now();
    response.writeHead(200).end();
  });
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await recordPaid();
    const committedAt = performance.now();
    await receiver.received(BURST + sample + 1);
    times.push(Math.max(0, arrivedAt - committedAt));
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
  }
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const [, found] = /^commerce_webhook_found_by_poll_total (\S+)$/m.exec(metrics) ?? [];
  await worker.stop();
  await receiver.close();
  show(times.sort((a, b) => a - b));
  process.stdout.write(`found by the poll alone: ${found} (aim 0)\n`);
}

function show(times: number[]): void {
  const at = (part: number) => times[Math.floor(part * (times.length - 1))] ?? 0;
  const [p50, p90, p99, max] = [0.5, 0.9, 0.99, 1].map((part) => at(part).toFixed(1));
  process.stdout.write(
    `commit to first byte, ${times.length} one after another, after a burst of ${BURST}: p50 ${p50} ms (aim ${AIMS.p50Ms}), p90 ${p90} ms, p99 ${p99} ms ` +
      `(aim ${AIMS.p99Ms}), max ${max} ms\n`,
  );
  let below = 0;
  for (const bound of [...BOUNDS_MS, Number.POSITIVE_INFINITY]) {
    const upTo = times.filter((time) => time < bound).length;
    const share = (upTo - below) / times.length;
    const name = Number.isFinite(bound) ? `< ${bound} ms` : 'longer';
    process.stdout.write(
      `  ${name.padStart(8)} ${String(upTo - below).padStart(5)} ${'█'.repeat(Math.round(share * 60))}\n`,
    );
    below = upTo;
  }
}
