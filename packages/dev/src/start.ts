import { execFile } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startDemoSubscribers } from './demo-subscribers.ts';
import { acquireLock, InUseError } from './lock.ts';
import { assertPortFree, freePortFrom } from './ports.ts';
import { createProgress } from './progress.ts';
import { openSecrets, withRuntimeLogin } from './secrets.ts';
import { dataDirOf, noteStart, serviceEnv, settingsOf } from './service-env.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { openStack, type Stack } from './stack.ts';
import { type Demo, summary } from './summary.ts';
import { waitUntil } from './wait.ts';

const execFileAsync = promisify(execFile);
const STOP_TIMEOUT_MS = 15_000;
const HEALTH_TIMEOUT_MS = 60_000;

export interface StartOptions {
  /** The root of the repository. */
  root: string;
  env: NodeJS.ProcessEnv;
  print: (line: string) => void;
  /** Aborted by Ctrl-C or SIGTERM. */
  stopping: AbortSignal;
  /** Called once, when everything runs. */
  started: () => void;
}

/**
 * Runs the whole service on this machine until `stopping` is aborted: servers, migrations, demo data, API and worker.
 * Everything that was started is stopped in reverse order, also when a step fails. Returns the exit code.
 */
export async function start({ root, env, print, stopping, started }: StartOptions): Promise<number> {
  const closers: [name: string, close: () => Promise<unknown>][] = [];
  let exitCode = 0;
  try {
    await run();
  } catch (error) {
    // A step that Ctrl-C cut short is no failure.
    if (!stopping.aborted) {
      exitCode = 1;
      print(`\n  ✗ ${explain(error)}\n`);
    }
  }
  for (const [name, close] of closers.reverse()) {
    await close().catch((error: Error) => print(`  ✗ ${name}: ${error.message}`));
  }
  if (stopping.aborted) print('  Everything is stopped.');
  return exitCode;

  async function run(): Promise<void> {
    const progress = createProgress(print);
    const dataDir = dataDirOf(root, env);
    await makePrivate(dataDir);
    closers.push(['Lock', await acquireLock(dataDir)]);
    const port = readPort(env);
    await assertPortFree(port);
    const shopPort = await freePortFrom(port + 100);
    if (shopPort !== port + 100)
      progress.note(`! Port ${port + 100} is used by another program; the shop listens on ${shopPort}.`);

    const stack = await openStack({
      dataDir,
      cacheDir: join(root, '.cache', 'redis'),
      durable: true,
      log: progress.note,
      env,
    });
    closers.push(['Servers', stack.close]);
    stopping.throwIfAborted();

    const secrets = await openSecrets(dataDir);
    const mailLinks = { STOREFRONT_URL: env.STOREFRONT_URL || `http://${shownHost(env.HOST)}:${shopPort}` };
    const given = { ...env, ...mailLinks };
    const childEnv = serviceEnv(given, withRuntimeLogin(stack, secrets), dataDir, secrets);
    const subscribers = await startDemoSubscribers();
    closers.push(['Demo subscribers', subscribers.close]);
    const demo = await progress.step('Database migrated, demo data ready', () =>
      prepareDemo(
        root,
        {
          ...childEnv,
          DEMO_RECEIVER_URL: subscribers.url,
          DEMO_STOREFRONT_URL: `http://127.0.0.1:${shopPort}`,
        },
        stopping,
      ),
    );

    const launch = (name: string, app: string, script: string, appEnv: NodeJS.ProcessEnv) =>
      startService({
        name,
        script: join(root, 'apps', app, 'dist', script),
        env: appEnv,
        cwd: root,
        logFile: join(dataDir, 'logs', `${app}.log`),
        onError: (line) => print(`  [${app}] ${line}`),
      });
    const shopUrl = `http://${shownHost(env.HOST)}:${shopPort}`;
    const services = [
      launch('API', 'api', 'main.js', { ...childEnv, DEMO_SHOP_URL: shopUrl }),
      launch('worker', 'worker', 'main.js', { ...childEnv, ...workerMetrics(childEnv) }),
      launch('shop', 'storefront', 'main.js', storefrontEnv(childEnv, { port, shopPort, demo })),
    ];
    closers.push([
      'API, worker and shop',
      () => Promise.all(services.map((service) => service.stop(STOP_TIMEOUT_MS))),
    ]);

    const apiUrl = `http://${shownHost(env.HOST)}:${port}`;
    await progress.step('API and worker are healthy', () => untilHealthy(services, apiUrl, stopping));
    if (await isWithoutQueue(apiUrl))
      progress.note('! Redis doesn’t respond (REDIS_URL): deliveries are sent by the poll alone, and later.');

    const running = join(dataDir, 'running.json');
    closers.push(['Notes', () => rm(running, { force: true })]);
    await writePrivate(running, {
      apiUrl,
      pid: process.pid,
      databaseUrl: stack.databaseUrl,
      runtimeUrl: childEnv.DATABASE_RUNTIME_URL,
      queue: stack.queue,
      paymentWebhookSecret: childEnv.PAYMENT_WEBHOOK_SECRET,
      settings: settingsOf(childEnv),
      demo: { ...demo, signInToken: undefined, serverKey: undefined },
    });
    await noteStart(root, dataDir);
    const seconds = performance.now() / 1000;
    const isOpen = !['127.0.0.1', '::1', 'localhost'].includes(env.HOST || '127.0.0.1');
    print(
      summary({
        apiUrl,
        shopUrl,
        stack,
        demo,
        dataDir,
        root,
        smtpUrl: env.SMTP_URL,
        isOpen,
        seconds,
      }),
    );
    started();

    await Promise.race([aborted(stopping), ...services.map(failAtEnd), failWithoutDatabase(stack)]);
    print('\n  Stopping: the API and the worker finish their work …');
  }
}

/** Only its owner reads what is in it: data, mails, logs. PostgreSQL may run as another user, who walks through. */
async function makePrivate(dataDir: string): Promise<void> {
  process.umask(0o077);
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/** The name by which this machine reaches the API. */
function shownHost(host = ''): string {
  if (['', '127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The settings of a storefront: the store's public key, and here the secret by which a demo payment is reported. */
function storefrontEnv(
  { PATH, NODE_ENV, HOST, PAYMENT_PROVIDER, PAYMENT_WEBHOOK_SECRET }: NodeJS.ProcessEnv,
  { port, shopPort, demo }: { port: number; shopPort: number; demo: Demo },
): NodeJS.ProcessEnv {
  return {
    PATH,
    NODE_ENV,
    HOST,
    PORT: String(shopPort),
    API_URL: `http://127.0.0.1:${port}`,
    PUBLISHABLE_KEY: demo.publishableKey,
    SERVER_KEY: demo.serverKey,
    ...((PAYMENT_PROVIDER || 'fake') === 'fake' && { PAYMENT_WEBHOOK_SECRET }),
  };
}

/** Two processes of one machine can't listen on one port: the worker takes the next. */
function workerMetrics({ METRICS_PORT }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return METRICS_PORT ? { METRICS_PORT: String(Number(METRICS_PORT) + 1) } : {};
}

function readPort(env: NodeJS.ProcessEnv): number {
  const port = Number(env.PORT || 3000);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`PORT is ${env.PORT}; it must be a number between 1 and 65535.`);
}

function explain(error: unknown): string {
  if (error instanceof InUseError) {
    return (
      `The service is already running: process ${error.pid} uses ${error.dir}. Stop it with Ctrl-C in its terminal, ` +
      'or start a second one beside it: DATA_DIR=.data2 PORT=3001 npm start'
    );
  }
  return error instanceof Error ? error.message : String(error);
}

// Migrates and seeds in one process; its last line is the demo's credentials as JSON.
async function prepareDemo(root: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Demo> {
  const script = join(root, 'apps', 'cli', 'dist', 'main.js');
  try {
    const { stdout } = await execFileAsync(process.execPath, [script, 'prepare-demo'], {
      cwd: root,
      env,
      signal,
    });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Demo;
  } catch (error) {
    const { stderr, stdout, message } = error as Error & { stderr?: string; stdout?: string };
    throw new Error(`The database could not be prepared:\n${(stderr || stdout || message).trim()}`);
  }
}

async function untilHealthy(services: ServiceProcess[], apiUrl: string, signal: AbortSignal): Promise<void> {
  const healthy = async () => {
    await Promise.all(services.map((service) => service.ready));
    const isUp = () => {
      signal.throwIfAborted();
      return fetch(`${apiUrl}/health`).then(
        (answer) => answer.status === 200,
        () => false,
      );
    };
    if (await waitUntil(isUp, { timeoutMs: HEALTH_TIMEOUT_MS, everyMs: 50 })) return;
    throw new Error(`GET /health did not return 200 within ${HEALTH_TIMEOUT_MS / 1000} s.`);
  };
  const late = AbortSignal.timeout(HEALTH_TIMEOUT_MS + 5_000);
  const tooLate = aborted(late).then(() => {
    throw new Error(`The API and the worker were not ready within ${HEALTH_TIMEOUT_MS / 1000} s.`);
  });
  await Promise.race([healthy(), tooLate, aborted(signal), ...services.map(failAtEnd)]);
  signal.throwIfAborted();
}

async function isWithoutQueue(apiUrl: string): Promise<boolean> {
  const health = await fetch(`${apiUrl}/health`);
  const { checks } = (await health.json()) as { checks?: { queue?: string } };
  return checks?.queue !== 'ok';
}

async function failAtEnd(service: ServiceProcess): Promise<never> {
  const how = await service.ended;
  const tail = service.tail();
  throw new Error(
    `The ${service.name} ended unexpectedly (${how}). ${tail ? `Its last lines:\n${tail}` : ''}`,
  );
}

// Without it every request is a 503, and nothing else would bring it back.
async function failWithoutDatabase({ databaseEnded }: Stack): Promise<never> {
  const tail = await (databaseEnded ?? new Promise<never>(() => {}));
  throw new Error(`PostgreSQL ended unexpectedly; \`npm start\` starts it again. Its last lines:\n${tail}`);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

// The notes name the database with its password: for `npm run demo` and the owner only.
async function writePrivate(file: string, notes: object): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify(notes, null, 2), { mode: 0o600 });
  await chmod(file, 0o600);
}
