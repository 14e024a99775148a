import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openStack, openTestStack } from '../src/index.ts';

const DATABASE_URL = 'postgres://someone:secret@db.example:5432/shop';
const REDIS_URL = 'redis://queue.example:6379';

describe('openStack', () => {
  let dir: string;
  let lines: string[];

  const options = (env: NodeJS.ProcessEnv) => ({
    dataDir: join(dir, 'data'),
    cacheDir: join(dir, 'cache'),
    durable: false,
    log: (line: string) => lines.push(line),
    env,
  });

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-stack-'));
    lines = [];
  });

  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('starts nothing for servers that the environment names', async () => {
    const stack = await openStack(options({ DATABASE_URL, REDIS_URL }));

    expect(stack).to.deep.include({
      databaseUrl: DATABASE_URL,
      queue: { kind: 'redis', redisUrl: REDIS_URL },
    });
    expect(await readdir(dir)).to.deep.equal([]);
    await stack.close();
  });

  it('says in one line that the queue is in PostgreSQL when there is no Redis', async () => {
    const stack = await openStack(options({ DATABASE_URL, PATH: join(dir, 'nowhere') }));

    expect(stack.queue).to.deep.equal({ kind: 'postgres' });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/No Redis.*PostgreSQL backend.*[Pp]roduction wants a Redis/);
  });

  it('stops at a missing Redis when the tests run in CI', async () => {
    const env = { TEST_DATABASE_URL: DATABASE_URL, PATH: join(dir, 'nowhere'), CI: 'true' };

    const refusal = await openTestStack({ ...options(env), env }).catch((error: Error) => error);

    expect(refusal)
      .to.be.instanceOf(Error)
      .with.property('message')
      .that.matches(/may not be skipped/);
  });

  it('keeps the tests away from the servers of a running shop', async () => {
    const env = { DATABASE_URL, TEST_DATABASE_URL: 'postgres://tests', TEST_REDIS_URL: 'redis://tests' };

    const stack = await openTestStack({ ...options(env), env });

    expect(stack.databaseUrl).to.equal('postgres://tests');
    await stack.close();
  });
});
