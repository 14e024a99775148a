// The time from a commit to the first byte for stores whose subscribers answer, without and with a bad neighbour: a store
// whose 10,000 deliveries hang until their timeout. Without and with in turns, in one run; one worker process.
// `npm run bench fairness [deliveries that hang] [samples] [workers]`
import { startReceiver, startServiceProcess } from '@service/testing';
import { machine } from './deliveries/machine.ts';
import { startProgram } from './deliveries/program.ts';
import { openShop, type Store } from './deliveries/shop.ts';
import { percentile } from './shared/measure.ts';

const HANGING = Number(process.argv[2] ?? 10_000);
const SAMPLES = Number(process.argv[3] ?? 1000);
const WORKERS = Number(process.argv[4] ?? 1);
const STORES = 10;
const ROUNDS = 4;
const TIMEOUT_MS = 10_000;
const SAMPLE_EVERY_MS = 25;

const shop = await openShop();
const hanging = await startProgram<{ port: number }>('receiver');
const flooding = await startProgram('flood');
const near = await startReceiver();
const arrivals = new Map<string, (at: number) => void>();
near.answer((_request, response) => {
  arrivals.get(response.req.url ?? '')?.(performance.now());
  response.writeHead(200).end();
});
const stores: Store[] = [];
for (let count = 0; count < STORES; count += 1) stores.push(await shop.store(`${near.url}/${count}`));
const workers = await Promise.all(
  Array.from({ length: WORKERS }, () => startServiceProcess('worker', shop.workerEnv)),
);

await sample(100);
process.stdout.write(`${machine()}; ${STORES} stores, ${WORKERS} workers\n`);
const without: number[] = [];
const beside: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  without.push(...(await sample(SAMPLES / ROUNDS)));
  const bad = await shop.store(`http://127.0.0.1:${hanging.said.port}/hang`);
  await flooding.ask({ tenantId: bad.tenantId, count: HANGING });
  beside.push(...(await sample(SAMPLES / ROUNDS)));
  await showNeighbour(bad);
  await shop.system.db.webhookSubscription.deleteMany({ where: { id: bad.subscriptionId } });
  // Requests that hang at their subscriber end by its timeout.
  await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS + 2000));
}
show('without the neighbour', without);
show(`while ${HANGING} hang`, beside);
const ratio = percentile(beside, 0.99) / percentile(without, 0.99);
process.stdout.write(`p99 with / without: ${ratio.toFixed(2)} (aim 1.2)\n`);

await Promise.all(workers.map((worker) => worker.stop()));
await near.close();
hanging.stop();
flooding.stop();
await shop.close();

async function showNeighbour({ tenantId }: Store): Promise<void> {
  const { db } = shop.system;
  const open = await db.webhookDelivery.count({ where: { tenantId, status: { in: ['pending', 'failed'] } } });
  const begun = await db.webhookAttempt.count({ where: { tenantId } });
  process.stdout.write(`the neighbour: ${open} open, ${begun} attempts begun\n`);
}

/** One event after another, of one store after another. */
async function sample(count: number): Promise<number[]> {
  const times: number[] = [];
  for (let made = 0; made < count; made += 1) {
    const place = made % STORES;
    const arrived = new Promise<number>((resolve) => {
      arrivals.set(new URL(`${near.url}/${place}`).pathname, resolve);
    });
    await stores[place]?.recordPaid();
    const committedAt = performance.now();
    times.push(Math.max(0, (await arrived) - committedAt));
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
  }
  return times;
}

function show(what: string, times: number[]): void {
  const [p50, p90, p99, max] = [0.5, 0.9, 0.99, 1].map((part) => percentile(times, part).toFixed(1));
  process.stdout.write(
    `${what}: p50 ${p50} ms, p90 ${p90} ms, p99 ${p99} ms, max ${max} ms (${times.length} samples)\n`,
  );
}
