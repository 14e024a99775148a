import { freePort, SERVICE_ENV, type ServiceProcess, startServiceProcess } from '@service/testing';

export interface Deployment {
  apiUrl: string;
  startWorkers(): Promise<void>;
  /** SIGTERM, to all. */
  stopWorkers(): Promise<void>;
  /** As a power cut would, and starts another. */
  killOneWorker(): Promise<void>;
  /** How many deliveries only the poll found, in all workers since the start. */
  foundByPoll(): Promise<number>;
  /** What each process has. */
  resources(): Promise<Resources[]>;
  close(): Promise<void>;
}

export interface Resources {
  name: string;
  rssMb: number;
  openFiles: number;
  /** Sockets, timers and others that keep the event loop alive. */
  handles: number;
}

interface Metered {
  process: ServiceProcess;
  metricsUrl: string;
}

const WORKERS = 2;
const FOUND = 'commerce_webhook_found_by_poll_total';

/** An API and two workers as in production, but that failed attempts are made again each minute for as long as it takes. */
export async function openDeployment(servers: {
  databaseUrl: string;
  redisUrl: string;
}): Promise<Deployment> {
  const port = await freePort();
  const workers: Metered[] = [];
  let foundByFormer = 0;

  async function start(app: 'api' | 'worker', env: Record<string, string> = {}): Promise<Metered> {
    const metricsPort = String(await freePort());
    const process = await startServiceProcess(app, {
      ...SERVICE_ENV,
      LOG_LEVEL: 'error',
      DATABASE_URL: servers.databaseUrl,
      REDIS_URL: servers.redisUrl,
      METRICS_PORT: metricsPort,
      WEBHOOK_POLL_INTERVAL_MS: '30000',
      WEBHOOK_RETRY_DELAYS: ['10s', '30s', ...Array.from({ length: 200 }, () => '1m')].join(','),
      ...env,
    });
    return { process, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
  }

  const api = await start('api', { PORT: String(port) });

  async function startWorkers(): Promise<void> {
    while (workers.length < WORKERS) workers.push(await start('worker'));
  }
  await startWorkers();

  return {
    apiUrl: `http://127.0.0.1:${port}`,
    startWorkers,
    async stopWorkers() {
      for (const { metricsUrl } of workers) foundByFormer += read(await scrape(metricsUrl), FOUND);
      await Promise.all(workers.splice(0).map(({ process }) => process.stop()));
    },
    async killOneWorker() {
      const victim = workers.shift();
      if (victim) foundByFormer += read(await scrape(victim.metricsUrl), FOUND);
      await victim?.process.kill();
      await startWorkers();
    },
    async foundByPoll() {
      const counts = await Promise.all(
        workers.map(async ({ metricsUrl }) => read(await scrape(metricsUrl), FOUND)),
      );
      return counts.reduce((sum, count) => sum + count, foundByFormer);
    },
    resources: () =>
      Promise.all(
        [{ name: 'API', ...api }, ...workers.map((worker) => ({ name: 'worker', ...worker }))].map(
          async ({ name, metricsUrl }) => {
            const text = await scrape(metricsUrl);
            return {
              name,
              rssMb: read(text, 'process_resident_memory_bytes') / 2 ** 20,
              openFiles: read(text, 'process_open_fds'),
              handles: read(text, 'nodejs_active_resources_total'),
            };
          },
        ),
      ),
    async close() {
      await Promise.all([api, ...workers].map(({ process }) => process.stop()));
    },
  };
}

async function scrape(url: string): Promise<string> {
  return (await fetch(url)).text();
}

function read(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
}
