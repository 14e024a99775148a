// How late webhooks are while everyday faults happen, hour after hour in small: `npm run bench lateness [minutes] [seconds a line]`.
// Seven stores on a real API and two real workers: four healthy subscribers, a slow one, a failing one and one that never
// responds. A line shows the time from the API's response (the commit) to the receipt of the healthy ones, what only the poll
// found, and the processes' memory and open files. At the end all subscribers are well, and the ids are compared: fails when
// an event is missing.
import { openDeployment, until } from '@service/testing';
import { Redis } from 'ioredis';
import { machine } from './deliveries/machine.ts';
import { createReport } from './lateness/report.ts';
import { type BenchStore, openStores } from './lateness/stores.ts';
import { benchServers } from './shared/bench-database.ts';

const MINUTES = Number(process.argv[2] ?? 3);
const LINE_MS = 1000 * Number(process.argv[3] ?? MINUTES * 6);
const LINES = Math.round((MINUTES * 60_000) / LINE_MS);
const WORKERS = 2;
const BURST = 1500;
const BURST_AT_ONCE = 16;
/** The rate of each store. */
const EVENTS_PER_SECOND = 4;

const { databaseUrl, redisUrl } = await benchServers();
const redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
const deployment = await openDeployment({ databaseUrl, redisUrl, workers: WORKERS });
const stores = await openStores({ databaseUrl, apiUrl: deployment.apiUrls[0] ?? '' });
const healthy = stores.all.filter(({ kind }) => kind === 'healthy');
const report = createReport(deployment, healthy);

let bursting: Promise<void> | undefined;

/** The faults at the beginning of a line, in tenths of the run. */
const FAULTS: Record<number, { name: string; run(): Promise<unknown> }> = {
  2: {
    name: `burst of ${BURST} in one store`,
    run: async () => {
      bursting = burst(healthy[0] as BenchStore);
    },
  },
  4: { name: 'Redis flushed', run: () => redis.flushall() },
  5: { name: 'a worker killed', run: deployment.killOneWorker },
  7: { name: 'workers stopped, and started on the backlog', run: restart },
};

process.stdout.write(
  `${machine()}; ${MINUTES} min, ${stores.all.length} stores, ${EVENTS_PER_SECOND} events/s each\n`,
);
const timers = stores.all.map((store) => setInterval(store.tick, 1000 / EVENTS_PER_SECOND));
const startedAt = performance.now();
const happened = new Set<number>();
for (let line = 0; line < LINES; line += 1) {
  const endsAt = performance.now() + LINE_MS;
  const faults = Object.entries(FAULTS).filter(
    ([tenth]) => Number(tenth) <= (line * 10) / LINES && !happened.has(Number(tenth)),
  );
  for (const [tenth, fault] of faults) {
    happened.add(Number(tenth));
    await fault.run();
  }
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, endsAt - performance.now())));
  await report.line((performance.now() - startedAt) / 1000, faults.map(([, { name }]) => name).join(', '));
}
for (const timer of timers) clearInterval(timer);
await bursting;
await until(() => !stores.isProducing(), 'the last events');

stores.recover();
const expected = await stores.recordedIds();
await until(
  () => expected.every((id) => stores.receivedIds.has(id)),
  'all events at their subscribers',
).catch(() => undefined);
const missing = expected.filter((id) => !stores.receivedIds.has(id)).length;
process.stdout.write(
  `${stores.produced()} events produced, ${expected.length} deliveries recorded, ${missing} missing; of the healthy stores ` +
    `${report.repeated()} came more than once; ${await deployment.foundByPoll()} were found by the poll alone\n`,
);
process.exitCode = missing === 0 && stores.produced() === expected.length ? 0 : 1;
await stores.close();
await deployment.close();
redis.disconnect();

/** Sends as fast as the API accepts. */
async function burst(store: BenchStore): Promise<void> {
  let left = BURST;
  const produceSome = async () => {
    while (left-- > 0) await store.produce({ isMeasured: false });
  };
  await Promise.all(Array.from({ length: BURST_AT_ONCE }, produceSome));
}

async function restart(): Promise<void> {
  await deployment.scaleWorkers(0);
  await new Promise((resolve) => setTimeout(resolve, LINE_MS / 4));
  await deployment.scaleWorkers(WORKERS);
}
