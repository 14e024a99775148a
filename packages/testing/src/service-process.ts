import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { programOf, ROOT } from './bundle.ts';
import { CITUS_URL } from './database.ts';
import { TEST_SETTINGS } from './test-env.ts';

export interface ServiceProcess {
  pid: number;
  /** Everything that the process wrote so far. */
  output(): string;
  /** The CPU time that it has taken; NaN where there is no /proc. */
  cpuMs(): number;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Resolves with the exit code once it ends by itself. */
  exited: Promise<number | null>;
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
}

/** The settings of the tests, as the processes read them. No poll runs automatically unless a test enables it. */
export const SERVICE_ENV = {
  LOG_LEVEL: 'info',
  ADMIN_JWT_SECRET: TEST_SETTINGS.adminJwtSecrets.join(','),
  SETUP_TOKEN: TEST_SETTINGS.setupToken,
  SECRETS_KEY: TEST_SETTINGS.secretsKeys.join(','),
  PAYMENT_WEBHOOK_SECRET: TEST_SETTINGS.paymentWebhookSecret,
  WEBHOOK_ALLOW_INSECURE: 'true',
  WEBHOOK_ALLOWED_PRIVATE_CIDRS: TEST_SETTINGS.allowedPrivateCidrs.join(','),
  WEBHOOK_POLL_INTERVAL_MS: '3600000',
  JOB_POLL_INTERVAL_MS: '3600000',
};

/** Tests and benchmarks ask from one address, and a lot. */
const NO_RATE_LIMITS = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_ADDRESS_PER_MINUTE: '0',
  UNPAID_ORDERS_PER_NETWORK: '0',
};

const ON_CITUS: Record<string, string> = CITUS_URL ? { DATABASE_CITUS: 'true' } : {};

/** For a look inside: BENCH_NODE_ARGS='--cpu-prof --cpu-prof-dir=/tmp/profiles', which NODE_OPTIONS may not hold. */
const PROFILING_ARGS = (process.env.BENCH_NODE_ARGS ?? '').split(' ').filter(Boolean);

/**
 * Starts the real API or worker, or the given program of one, as a process of its own, and waits until it is ready.
 * `nodeArgs`: Node's own, where they matter.
 */
export async function startServiceProcess(
  app: 'api' | 'worker',
  env: Record<string, string>,
  program?: string,
  nodeArgs: readonly string[] = [],
): Promise<ServiceProcess> {
  const args = [...nodeArgs, ...PROFILING_ARGS, program ?? (await programOf(app))];
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...ON_CITUS, ...NO_RATE_LIMITS, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const service = follow(child);
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`${app} ended before it was ready:\n${service.output()}`);
    }),
  ]);
  return service;
}

/** Starts the real command, one that goes on until it is stopped. It has no terminal. */
export async function startCommand(
  args: readonly string[],
  env: Record<string, string>,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [await programOf('cli'), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', LOG_LEVEL: 'error', ...ON_CITUS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return follow(child);
}

function follow(child: ChildProcess): ServiceProcess {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exited = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    output: () => output,
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    exited: exited.then(([code]) => code),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

/** Runs the real command to its end. Rejects with its output, as `execFile` does, when it ends with another code than 0. */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(process.execPath, [await programOf('cli'), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', LOG_LEVEL: 'error', ...ON_CITUS, ...env },
  });
}

/** Linux counts in hundredths of a second; the 14th and 15th fields, behind a name that may hold anything. */
function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}
