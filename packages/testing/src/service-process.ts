import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ServiceProcess {
  pid: number;
  /** Everything that the process wrote so far. */
  output(): string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ENTRY = { api: 'apps/api/src/main.ts', worker: 'apps/worker/src/start.cts' };

/** Starts the real API or worker from its source, as a process of its own, and waits until it is ready. */
export async function startServiceProcess(
  app: 'api' | 'worker',
  env: Record<string, string>,
): Promise<ServiceProcess> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', join(ROOT, ENTRY[app])],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exited = once(child, 'exit');
  await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error(`${app} ended before it was ready:\n${output}`);
    }),
  ]);
  return {
    pid: child.pid ?? 0,
    output: () => output,
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
