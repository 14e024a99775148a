// The cost of counting a request: the API with limits that are never reached beside the API without, in one run, taking turns.
import { createStore, freePort, openTestEnv, startServiceProcess, TEST_SETTINGS } from '@service/testing';
import { benchDatabase } from './shared/bench-database.ts';
import { createHttpClient } from './shared/http-client.ts';
import { compareLatencies, type Measured, measure } from './shared/measure.ts';

const CONNECTIONS = 16;
const ROUNDS = 5;
const MS = 1500;

type Api = Awaited<ReturnType<typeof startApi>>;
interface Round {
  on: Measured;
  off: Measured;
}

const url = await benchDatabase();
const env = await openTestEnv({ databaseUrl: url });
const store = await createStore(env.system);
await store.variant();
const redisUrl = process.env.BENCH_REDIS_URL;
const limited = await startApi(await freePort(), '1000000000');
const free = await startApi(await freePort(), '0');

const requests = [
  {
    name: 'store configuration',
    path: '/store/v1/config',
    headers: { 'X-Publishable-Key': store.publishableKey },
  },
  {
    name: 'list of products',
    path: '/store/v1/products',
    headers: { 'X-Publishable-Key': store.publishableKey },
  },
  {
    name: 'own settings, admin',
    path: '/admin/v1/settings',
    headers: { Authorization: `Bearer ${store.token()}` },
  },
];

try {
  process.stdout.write(
    `${CONNECTIONS} connections, counted in ${redisUrl ? 'Redis' : 'memory'}; each line: with limits, then without\n`,
  );
  for (const { name, path, headers } of requests) {
    const ask = ({ process: { cpuMs }, http }: Api) =>
      measure(name, () => http.send('GET', path, headers), { connections: CONNECTIONS, ms: MS, cpuMs });
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // In turns, because the second one finds a warmer machine.
      if (round % 2 === 0) rounds.push({ on: await ask(limited), off: await ask(free) });
      else {
        const off = await ask(free);
        rounds.push({ on: await ask(limited), off });
      }
    }
    const { on, off } = medianOf(rounds);
    process.stdout.write(`${compareLatencies(on, off)} ${off.cpuMsPerCall.toFixed(2)} ms CPU\n`);
  }
} finally {
  for (const { http, process: api } of [limited, free]) {
    http.close();
    await api.stop();
  }
  await env.close();
}

async function startApi(port: number, perMinute: string) {
  const api = await startServiceProcess('api', {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: url ?? '',
    ADMIN_JWT_SECRET: TEST_SETTINGS.adminJwtSecrets[0] ?? '',
    RATE_LIMIT_PER_MINUTE: perMinute,
    RATE_LIMIT_ADDRESS_PER_MINUTE: perMinute,
    ...(redisUrl ? { REDIS_URL: redisUrl } : { QUEUE_BACKEND: 'postgres' }),
  });
  return { process: api, http: createHttpClient(`http://127.0.0.1:${port}`, CONNECTIONS) };
}

/** The round whose ratio lies in the middle. */
function medianOf(rounds: readonly Round[]): Round {
  const ratio = ({ on, off }: Round) => on.perSecond / off.perSecond;
  const middle = rounds.toSorted((a, b) => ratio(a) - ratio(b))[Math.floor(rounds.length / 2)];
  if (!middle) throw new Error('Nothing was measured');
  return middle;
}
