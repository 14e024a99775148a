import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@service/dev';
import { type ProgramProcess, startProgram } from './program.ts';

export interface RabbitMq {
  /** The address of its virtual host `/`, for `RABBITMQ_LOGIN`. */
  url: string;
  kill(): Promise<void>;
  /** With all that was durable when it was killed. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Its own first user, who may only come from this machine. */
export const RABBITMQ_LOGIN = { username: 'guest', password: 'guest' };

/** Debian's: the other scripts of its package change the user first. */
const SERVER = '/usr/lib/rabbitmq/bin/rabbitmq-server';

/** Undefined where the machine has none: apt-get install rabbitmq-server. */
export async function startRabbitMq(): Promise<RabbitMq | undefined> {
  const isInstalled = await access(SERVER, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isInstalled) return undefined;
  const dir = await mkdtemp(join(tmpdir(), 'commerce-rabbitmq-'));
  await chmod(dir, 0o777);
  const [port, distribution, names] = [await freePort(), await freePort(), await freePort()];
  const env = {
    HOME: dir,
    RABBITMQ_MNESIA_BASE: join(dir, 'data'),
    RABBITMQ_LOG_BASE: join(dir, 'log'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(dir, 'plugins'),
    RABBITMQ_PID_FILE: join(dir, 'pid'),
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_NODENAME: `commerce-${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distribution),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(names),
  };
  let program: ProgramProcess | undefined;
  const rabbitMq = {
    url: `amqp://127.0.0.1:${port}`,
    async start() {
      program = await startProgram(SERVER, [], {
        dir,
        port,
        env,
        asNobody: true,
        isScript: true,
      });
    },
    async kill() {
      await program?.kill();
    },
    async close() {
      await rabbitMq.kill();
      // The daemon of names that Erlang starts outlives it.
      await promisify(execFile)('epmd', ['-port', String(names), '-kill']).catch(() => undefined);
      await rm(dir, { recursive: true, force: true });
    },
  };
  await rabbitMq.start();
  return rabbitMq;
}
