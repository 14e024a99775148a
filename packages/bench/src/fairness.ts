// The time from a commit to the first byte for stores whose subscribers answer, without and with a bad neighbour: a store
// whose 10,000 deliveries hang until their timeout. Quiet, noisy, quiet, in one run; one worker process.
// `npm run bench fairness [deliveries that hang] [samples] [workers]`
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startReceiver, startServiceProcess } from '@service/testing';
import { openShop, type Store } from './deliveries/shop.ts';

const HANGING = Number(process.argv[2] ?? 10_000);
const SAMPLES = Number(process.argv[3] ?? 1000);
const WORKERS = Number(process.argv[4] ?? 1);
const STORES = 10;
const SAMPLE_EVERY_MS = 25;

const shop = await openShop();
const hanging = program('receiver');
const [{ port }] = (await once(hanging, 'message')) as [{ port: number }];
const near = await startReceiver();
const arrivals = new Map<string, (at: number) => void>();
near.answer((_request, response) => {
  arrivals.get(response.req.url ?? '')?.(performance.now());
  response.writeHead(200).end();
});
const stores: Store[] = [];
for (let count = 0; count < STORES; count += 1) stores.push(await shop.store(`${near.url}/${count}`));
const bad = await shop.store(`http://127.0.0.1:${port}/hang`);
const workers = await Promise.all(
  Array.from({ length: WORKERS }, () => startServiceProcess('worker', shop.workerEnv)),
);

await sample(100);
const before = await sample(SAMPLES / 2);
show('without the neighbour', before);
const flooding = program('flood', { BENCH_TENANT: bad.tenantId, BENCH_COUNT: String(HANGING) });
const beside = await sample(SAMPLES);
show(`with ${HANGING} deliveries that hang`, beside);
const due = await shop.system.db.webhookDelivery.count({
  where: { tenantId: bad.tenantId, status: { in: ['pending', 'failed'] } },
});
const begun = await shop.system.db.webhookAttempt.count({ where: { tenantId: bad.tenantId } });
process.stdout.write(`the neighbour: ${due} open, ${begun} attempts begun\n`);
if (flooding.exitCode === null && flooding.connected) await once(flooding, 'exit');
await shop.system.db.webhookSubscription.deleteMany({ where: { id: bad.subscriptionId } });
const after = await sample(SAMPLES / 2);
show('without it again', after);
const ratio = at(beside, 0.99) / at([...before, ...after], 0.99);
process.stdout.write(`p99 with / without: ${ratio.toFixed(2)}\n`);

await Promise.all(workers.map((worker) => worker.stop()));
await near.close();
hanging.disconnect();
await shop.close();

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
  const [p50, p90, p99, max] = [0.5, 0.9, 0.99, 1].map((part) => at(times, part).toFixed(1));
  process.stdout.write(
    `${what}: p50 ${p50} ms, p90 ${p90} ms, p99 ${p99} ms, max ${max} ms (${times.length} samples)\n`,
  );
}

function at(times: number[], part: number): number {
  return [...times].sort((a, b) => a - b)[Math.floor(part * (times.length - 1))] ?? 0;
}

function program(name: string, env: Record<string, string> = {}): ChildProcess {
  return fork(fileURLToPath(new URL(`./deliveries/${name}.ts`, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: ['--conditions=source', '--import', 'tsx'],
  });
}
