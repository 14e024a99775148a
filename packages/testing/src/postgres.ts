import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres } from '@service/dev';

export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again after stop or kill: same port, same data. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

/** A PostgreSQL of a test's own, that it may stop, kill and start again; what was committed survives both. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dir = await mkdtemp(join(tmpdir(), 'commerce-postgres-'));
  // PostgreSQL may have to run as another user, who must be able to walk through.
  await chmod(dir, 0o711);
  const options = { dir, port: await freePort(), durable: true };
  let server = await startPostgres(options);
  let isRunning = true;

  async function end(how: 'stop' | 'kill'): Promise<void> {
    if (isRunning) await server[how]();
    isRunning = false;
  }
  return {
    url: server.url,
    stop: () => end('stop'),
    kill: () => end('kill'),
    async start() {
      server = await startPostgres(options);
      isRunning = true;
    },
    async close() {
      await end('stop');
      await rm(dir, { recursive: true, force: true });
    },
  };
}
