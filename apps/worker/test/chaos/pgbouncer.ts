import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, type ProgramProcess, startProgram } from '@service/testing';
import type { Context } from 'mocha';

export interface PgBouncer {
  /** The database through it, by the same login. */
  url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts PgBouncer in transaction mode, with so many sessions for all. The test is skipped where it isn't installed. */
export async function startPgBouncer(
  test: Context,
  databaseUrl: string,
  sessions: number,
): Promise<PgBouncer> {
  const isInstalled = await promisify(execFile)('pgbouncer', ['--version']).then(
    () => true,
    () => false,
  );
  // On Debian: apt-get install pgbouncer
  if (!isInstalled) {
    test.skipReason = 'there is no pgbouncer on the PATH';
    return test.skip() as never;
  }
  const dir = await mkdtemp(join(tmpdir(), 'commerce-pgbouncer-'));
  await chmod(dir, 0o755);
  const port = await freePort();
  const url = new URL(databaseUrl);
  const [user, password] = [url.username, url.password].map(decodeURIComponent);
  await writeFile(join(dir, 'users'), `"${user}" "${password}"\n`);
  await writeFile(
    join(dir, 'pgbouncer.ini'),
    `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(dir, 'users')}
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
`,
  );
  url.port = String(port);
  let program: ProgramProcess | undefined;
  const pgBouncer = {
    url: url.href,
    async start() {
      program = await startProgram('pgbouncer', [join(dir, 'pgbouncer.ini')], {
        dir,
        port,
        asNobody: true,
      });
    },
    async kill() {
      await program?.kill();
    },
    async close() {
      await pgBouncer.kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
  await pgBouncer.start();
  return pgBouncer;
}
