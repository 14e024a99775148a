import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { CommandError } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import { PROGRAMS } from './programs.ts';

const HEALTHY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 20_000;
const LOOK_MS = 5000;

/**
 * Starts an API and a worker of this release beside the running ones, checks their health until both are healthy, and stops them.
 * They accept no requests and no work, because an upgrade is running.
 * @throws {CommandError} with their last lines
 */
export async function checkBeside(env: Io['env']): Promise<void> {
  const port = await freePort();
  const metricsPort = await freePort();
  // Both are stopped before a result is printed.
  const outcomes = await Promise.allSettled([
    checkProcess('api', { ...env, PORT: String(port), METRICS_PORT: '', WEB_CONCURRENCY: '1' }, port),
    checkProcess('worker', { ...env, METRICS_PORT: String(metricsPort) }, metricsPort),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function checkProcess(app: keyof typeof PROGRAMS, env: Io['env'], port: number): Promise<void> {
  const child = spawn(process.execPath, [PROGRAMS[app]], {
    env: { ...env, HOST: '127.0.0.1', METRICS_HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const deadline = performance.now() + HEALTHY_WITHIN_MS;
  let health = 'no response';
  try {
    while (isRunning() && performance.now() < deadline) {
      const response = await fetch(`http://127.0.0.1:${port}/health`, {
        signal: AbortSignal.timeout(LOOK_MS),
      }).catch(() => undefined);
      if (response?.ok) return;
      if (response) health = await response.text();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 200))]);
    }
    throw new CommandError(`The new ${app} isn’t healthy (${health}). Its last lines:\n${output.trim()}`);
  } finally {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
    await ended;
    clearTimeout(force);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
