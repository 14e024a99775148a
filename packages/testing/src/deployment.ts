import { freePort } from '@service/dev';
import { SERVICE_ENV, type ServiceProcess, startServiceProcess } from './service-process.ts';

/** The processes of a shop, each of which may end and come back. */
export interface Deployment {
  apiUrls: readonly string[];
  /** Ends an API by SIGTERM, or as a power cut would, and starts it at the same port. */
  restartApi(index: number, how: 'stop' | 'kill'): Promise<void>;
  /** Starts workers, or ends the oldest by SIGTERM, until there are `count`. */
  scaleWorkers(count: number): Promise<void>;
  /** Kills a worker like a power cut, and starts another. */
  killOneWorker(): Promise<void>;
  /** How many deliveries only the poll found, in all workers since the start. */
  foundByPoll(): Promise<number>;
  /** The lines of all APIs so far that hold this, such as the id of a request. */
  linesWith(text: string): string[];
  /** The resources that each process uses. */
  resources(): Promise<Resources[]>;
  close(): Promise<void>;
}

export interface Resources {
  name: string;
  rssMb: number;
  heapMb: number;
  openFiles: number;
  /** Sockets, timers and others that keep the event loop alive. */
  handles: number;
}

interface DeploymentOptions {
  databaseUrl: string;
  redisUrl: string;
  apis?: number;
  workers?: number;
  env?: Record<string, string>;
}

interface Metered {
  process: ServiceProcess;
  metricsUrl: string;
}

const FOUND = 'commerce_webhook_found_by_poll_total';

/** APIs and workers as in production, but that failed attempts are made again each minute for as long as it takes. */
export async function openDeployment(options: DeploymentOptions): Promise<Deployment> {
  const { databaseUrl, redisUrl, env = {} } = options;
  const wantedWorkers = options.workers ?? 2;
  const ports = await Promise.all(Array.from({ length: options.apis ?? 1 }, freePort));
  const workers: Metered[] = [];
  let foundByFormer = 0;

  async function start(app: 'api' | 'worker', more: Record<string, string> = {}): Promise<Metered> {
    const metricsPort = String(await freePort());
    const process = await startServiceProcess(app, {
      ...SERVICE_ENV,
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      METRICS_PORT: metricsPort,
      WEBHOOK_POLL_INTERVAL_MS: '30000',
      JOB_POLL_INTERVAL_MS: '30000',
      WEBHOOK_RETRY_DELAYS: ['10s', '30s', ...Array.from({ length: 200 }, () => '1m')].join(','),
      ...env,
      ...more,
    });
    return { process, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
  }

  const startApi = (port: number) => start('api', { PORT: String(port), HOST: '127.0.0.1' });
  const apis: Metered[] = [];
  const formerApis: ServiceProcess[] = [];
  for (const port of ports) apis.push(await startApi(port));

  /** The oldest, whose count is kept. */
  async function takeWorker(): Promise<ServiceProcess | undefined> {
    const worker = workers.shift();
    if (worker) foundByFormer += read(await scrape(worker.metricsUrl), FOUND);
    return worker?.process;
  }

  async function scaleWorkers(count: number): Promise<void> {
    const ending: Promise<unknown>[] = [];
    while (workers.length > count) ending.push((await takeWorker())?.stop() ?? Promise.resolve());
    await Promise.all(ending);
    while (workers.length < count) workers.push(await start('worker'));
  }
  await scaleWorkers(wantedWorkers);

  return {
    apiUrls: ports.map((port) => `http://127.0.0.1:${port}`),
    async restartApi(index, how) {
      const former = apis[index]?.process;
      await former?.[how]();
      if (former) formerApis.push(former);
      apis[index] = await startApi(ports[index] ?? 0);
    },
    scaleWorkers,
    async killOneWorker() {
      const count = workers.length;
      await (await takeWorker())?.kill();
      await scaleWorkers(count);
    },
    async foundByPoll() {
      const counts = await Promise.all(
        workers.map(async ({ metricsUrl }) => read(await scrape(metricsUrl), FOUND)),
      );
      return counts.reduce((sum, count) => sum + count, foundByFormer);
    },
    linesWith: (text) =>
      [...formerApis, ...apis.map(({ process }) => process)]
        .flatMap((process) => process.output().split('\n'))
        .filter((line) => line.includes(text)),
    resources: () =>
      Promise.all(
        [
          ...apis.map((api) => ({ name: 'API', ...api })),
          ...workers.map((worker) => ({ name: 'worker', ...worker })),
        ].map(async ({ name, metricsUrl }) => {
          const text = await scrape(metricsUrl);
          return {
            name,
            rssMb: read(text, 'process_resident_memory_bytes') / 2 ** 20,
            heapMb: read(text, 'nodejs_heap_size_used_bytes') / 2 ** 20,
            openFiles: read(text, 'process_open_fds'),
            handles: read(text, 'nodejs_active_resources_total'),
          };
        }),
      ),
    async close() {
      await Promise.all([...apis, ...workers].map(({ process }) => process.stop()));
    },
  };
}

async function scrape(url: string): Promise<string> {
  return (await fetch(url)).text();
}

function read(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
}
