import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, SECRET_NAMES } from '@service/config';
import { expect } from 'chai';
import { findRunningDataDir } from '../bin/running.mjs';
import { openSecrets } from '../src/secrets.ts';
import { dataDirOf, noteStart, serviceEnv, settingsOf } from '../src/service-env.ts';

const redis = {
  databaseUrl: 'postgres://embedded',
  queue: { kind: 'redis', redisUrl: 'redis://embedded' },
} as const;
const none = { databaseUrl: 'postgres://embedded', queue: { kind: 'postgres' } } as const;

describe('serviceEnv', () => {
  it('fills what a first look needs', () => {
    expect(serviceEnv({}, redis, '/data', { SETUP_TOKEN: 'made' })).to.deep.equal({
      NODE_ENV: 'development',
      PORT: '3000',
      LOG_LEVEL: 'info',
      WEBHOOK_ALLOW_INSECURE: 'true',
      WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
      RATE_LIMIT_PER_MINUTE: '1000000',
      RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
      UNPAID_ORDERS_PER_NETWORK: '0',
      SETUP_TOKEN: 'made',
      DATA_DIR: '/data',
      DATABASE_URL: 'postgres://embedded',
      REDIS_URL: 'redis://embedded',
    });
  });

  it('never overrides what is set, and takes an empty value for not set', () => {
    const env = serviceEnv(
      { PORT: '4000', WEBHOOK_ALLOW_INSECURE: 'false', LOG_LEVEL: '', HOME: '/home', SETUP_TOKEN: 'mine' },
      redis,
      '/data',
      { SETUP_TOKEN: 'made' },
    );

    expect(env).to.include({
      PORT: '4000',
      WEBHOOK_ALLOW_INSECURE: 'false',
      LOG_LEVEL: 'info',
      HOME: '/home',
      SETUP_TOKEN: 'mine',
    });
  });

  it('asks for the PostgreSQL queue where there is no Redis', () => {
    expect(serviceEnv({}, none, '/data', {}))
      .to.include({ QUEUE_BACKEND: 'postgres' })
      .and.not.to.have.property('REDIS_URL');
  });
});

describe('settingsOf', () => {
  it('keeps the settings, also those in files, and nothing of other programs', () => {
    const settings = { MODULES_DIR: 'modules', SETUP_TOKEN_FILE: '/run/token' };

    expect(settingsOf({ ...settings, HOME: '/home', AWS_SECRET: 'x', LOG_LEVEL: '' })).to.deep.equal(
      settings,
    );
  });
});

describe('a data folder', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'commerce-data-'));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  it('has secrets of its own, which stay and which only its owner can read', async () => {
    await mkdir(join(root, 'other'));

    const first = await openSecrets(root);
    const other = await openSecrets(join(root, 'other'));

    expect(await openSecrets(root)).to.deep.equal(first);
    expect((await stat(join(root, 'secrets.env'))).mode & 0o777).to.equal(0o600);
    expect(Object.keys(first)).to.have.members(SECRET_NAMES);
    for (const name of SECRET_NAMES) expect(first[name]).to.not.equal(other[name]);
    const production = {
      DATABASE_RUNTIME_URL: 'postgres://commerce_runtime:secret@db.example/commerce',
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_live_1',
    };
    expect(loadConfig({ ...first, ...production }).NODE_ENV).to.equal('production');
  });

  it('is found by the demo while a service runs in it, wherever it is', async () => {
    const [elsewhere, third] = [join(root, 'elsewhere'), join(root, 'third')];
    await mkdir(elsewhere);
    await noteStart(root, elsewhere);

    expect(findRunningDataDir(root, {}), 'nothing runs').to.equal(dataDirOf(root, {}));
    await writeFile(join(elsewhere, 'running.json'), '{}');
    expect(findRunningDataDir(root, {})).to.equal(elsewhere);
    expect(findRunningDataDir(root, { DATA_DIR: third })).to.equal(third);
  });
});
