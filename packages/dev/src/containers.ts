import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Stack } from './stack.ts';

const PING_TIMEOUT_MS = 500;

/** Asks the usual sockets of Docker and Podman, in half a second at most, whether an engine answers. */
export async function hasContainerEngine(env: NodeJS.ProcessEnv): Promise<boolean> {
  if (env.DOCKER_HOST) return URL.canParse(env.DOCKER_HOST) && ping(env.DOCKER_HOST);
  const sockets = ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock')];
  if (env.XDG_RUNTIME_DIR) sockets.push(join(env.XDG_RUNTIME_DIR, 'docker.sock'));
  return (await Promise.all(sockets.map((path) => ping(`unix://${path}`)))).includes(true);
}

/** Starts PostgreSQL and Redis in containers, with settings for data that may be lost. */
export async function openContainerStack(log: (line: string) => void): Promise<Stack> {
  // Loaded here because it is big, and most machines that run the tests never need it.
  const { GenericContainer, Wait } = await import('testcontainers');
  const started = await Promise.allSettled([
    new GenericContainer('postgres:16-alpine')
      .withEnvironment({ POSTGRES_USER: 'commerce', POSTGRES_PASSWORD: 'commerce', POSTGRES_DB: 'commerce' })
      .withCommand(
        [
          'fsync=off',
          'synchronous_commit=off',
          'full_page_writes=off',
          'max_connections=200',
          'max_parallel_workers_per_gather=0',
        ].flatMap((s) => ['-c', s]),
      )
      .withExposedPorts(5432)
      // The image starts its server twice: first to prepare the data, then for good.
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .start(),
    new GenericContainer('redis:7-alpine')
      .withCommand(['redis-server', '--maxmemory-policy', 'noeviction', '--save', ''])
      .withExposedPorts(6379)
      .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
      .start(),
  ]);
  const [postgres, redis] = started;
  const close = async () => {
    for (const one of started) if (one.status === 'fulfilled') await one.value.stop();
  };
  if (postgres.status === 'rejected' || redis.status === 'rejected') {
    await close();
    throw postgres.status === 'rejected' ? postgres.reason : (redis as PromiseRejectedResult).reason;
  }
  log('✓ PostgreSQL 16 and Redis 7 are running in containers');
  const database = `${postgres.value.getHost()}:${postgres.value.getMappedPort(5432)}`;
  return {
    databaseUrl: `postgres://commerce:commerce@${database}/commerce`,
    queue: { kind: 'redis', redisUrl: `redis://${redis.value.getHost()}:${redis.value.getMappedPort(6379)}` },
    close,
  };
}

function ping(host: string): Promise<boolean> {
  const { protocol, hostname, port, pathname } = new URL(host);
  const where = protocol === 'unix:' ? { socketPath: pathname } : { hostname, port: port || 2375 };
  return new Promise((resolve) => {
    const asked = request({ ...where, path: '/_ping', timeout: PING_TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(false));
    asked.end();
  });
}
