import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { CONFIG_NAMES, ConfigError, loadConfig, queueConnection, servicesOptions } from '../src/index.ts';
import { CREDENTIAL_NAMES } from '../src/secret-files.ts';

const KEY = createHash('sha256').update('one').digest('base64');
const OTHER_KEY = createHash('sha256').update('two').digest('base64');
const DEVELOPMENT = { NODE_ENV: 'development' };

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_RUNTIME_URL: 'postgres://commerce_runtime:secret@db.example/commerce',
  ADMIN_JWT_SECRET: 'a-secret-of-this-shop-that-is-long-enough',
  SETUP_TOKEN: 'a-setup-token-of-this-shop-that-is-long-enough',
  SECRETS_KEY: KEY,
  PAYMENT_WEBHOOK_SECRET: 'whsec_of_this_shop_that_is_long_enough',
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_1',
};

function mistakesIn(env: Record<string, string | undefined>): string {
  try {
    loadConfig(env);
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('The configuration was accepted');
}

describe('the configuration', () => {
  it('needs nothing in development', () => {
    const config = loadConfig(DEVELOPMENT);

    expect(config).to.include({
      NODE_ENV: 'development',
      PORT: 3000,
      WEBHOOK_ALLOW_INSECURE: false,
      WEBHOOK_DELIVERY_TIMEOUT_MS: 10_000,
      WEBHOOK_RETRY_DELAYS: '1m,5m,30m,2h,6h,24h',
      WEBHOOK_POLL_INTERVAL_MS: 30_000,
      WEBHOOK_POLL_BATCH: 20,
    });
    expect(config).to.be.frozen;
  });

  it('reads numbers and switches from text, and an empty value as none', () => {
    const config = loadConfig({
      ...DEVELOPMENT,
      PORT: '8080',
      WEBHOOK_ALLOW_INSECURE: 'true',
      HOST: '',
      LOG_LEVEL: undefined,
    });

    expect(config).to.include({
      PORT: 8080,
      WEBHOOK_ALLOW_INSECURE: true,
      HOST: '127.0.0.1',
      METRICS_HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
    });
  });

  it('ignores what belongs to other programs', () => {
    expect(loadConfig({ ...DEVELOPMENT, PATH: '/bin', HOME: '/root' })).to.not.have.any.keys('PATH', 'HOME');
  });

  it('lists every mistake at once, by name and without the value', () => {
    const message = mistakesIn({
      ...DEVELOPMENT,
      PORT: '70000',
      LOG_LEVEL: 'loud',
      DATABASE_POOL_SIZE: 'ten',
      QUEUE_BACKEND: 'kafka',
      WEBHOOK_ALLOW_INSECURE: 'perhaps',
      SECRETS_KEY: 'c2hvcnQ=',
    });

    expect(message).to.match(/has 6 mistake\(s\)/);
    for (const name of [
      'PORT',
      'LOG_LEVEL',
      'DATABASE_POOL_SIZE',
      'QUEUE_BACKEND',
      'WEBHOOK_ALLOW_INSECURE',
      'SECRETS_KEY',
    ])
      expect(message).to.include(`- ${name} `);
    expect(message).to.not.match(/70000|loud|ten\b|kafka|perhaps|c2hvcnQ/);
  });

  for (const [name, value] of Object.entries({
    PORT: '0',
    METRICS_PORT: '-1',
    DATABASE_POOL_SIZE: '1',
    SHUTDOWN_TIMEOUT_MS: '-5',
    WEBHOOK_DELIVERY_TIMEOUT_MS: '0',
    WEBHOOK_POLL_INTERVAL_MS: '1.5',
    WEBHOOK_POLL_BATCH: '0',
    WEBHOOK_CONCURRENCY: 'many',
    WEBHOOK_RETRY_DELAYS: '1m,soon',
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '10.0.0.0/8,everything',
    WEBHOOK_PROXY_URL: 'socks5://proxy.internal:1080',
    WEBHOOK_SOURCE_ADDRESS: 'eth0',
    WEBHOOK_PUBLISHED_ADDRESSES: '198.51.100.7,here',
    SECRETS_KEY: `${KEY},nonsense`,
    ADMIN_JWT_SECRET: ' , ',
  })) {
    it(`refuses ${name}=${value}`, () => {
      expect(mistakesIn({ ...DEVELOPMENT, [name]: value })).to.match(
        new RegExp(`has 1 mistake\\(s\\):\\n  - ${name} `),
      );
    });
  }
});

describe('a credential in a file', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'commerce-secrets-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const fileOf = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  it('is read, without the line break that ends it, and judged like one in a variable', () => {
    const { SETUP_TOKEN, ...others } = PRODUCTION;
    const given = { ...others, SETUP_TOKEN_FILE: fileOf('setup-token', `${SETUP_TOKEN}\n`) };

    expect(loadConfig(given)).to.include(PRODUCTION).and.not.to.have.property('SETUP_TOKEN_FILE');
    expect(mistakesIn({ ...given, SETUP_TOKEN_FILE: fileOf('short', 'a') })).to.include(
      'has 1 mistake(s):\n  - SETUP_TOKEN is shorter than 32 bytes',
    );
  });

  it('counts as missing when the file is empty', () => {
    const empty = fileOf('empty', '\n');

    expect(loadConfig({ ...PRODUCTION, SMTP_URL_FILE: empty })).to.not.have.property('SMTP_URL');
    expect(mistakesIn({ ...PRODUCTION, SECRETS_KEY: '', SECRETS_KEY_FILE: empty })).to.include(
      '- SECRETS_KEY is missing',
    );
  });

  it('is a mistake when the file can’t be read, or the variable is set too', () => {
    const missing = join(folder, 'nowhere');

    expect(mistakesIn({ ...PRODUCTION, SMTP_URL_FILE: missing })).to.include(
      `has 1 mistake(s):\n  - SMTP_URL_FILE can’t be read: ${missing} (ENOENT)`,
    );
    expect(mistakesIn({ ...PRODUCTION, SETUP_TOKEN_FILE: missing })).to.include(
      'has 1 mistake(s):\n  - SETUP_TOKEN and SETUP_TOKEN_FILE are both set',
    );
    expect(mistakesIn({ ...DEVELOPMENT, SETUP_TOKEN_FIEL: missing })).to.include(
      'did you mean SETUP_TOKEN_FILE?',
    );
  });

  it('can be each setting that holds one', () => {
    const isCredential = (name: string) =>
      /SECRET|TOKEN|(?<!PUBLISHABLE_)KEY|PASSWORD/.test(name) ||
      /^(DATABASE|DATABASE_RUNTIME|DATABASE_REPLICA|REDIS|SMTP|WEBHOOK_PROXY)_URL$/.test(name);

    expect(CREDENTIAL_NAMES).to.have.members(CONFIG_NAMES.filter(isCredential));
  });
});

describe('a variable that isn’t a setting', () => {
  it('is named with the nearest setting when it is a letter or two away', () => {
    expect(mistakesIn({ ...DEVELOPMENT, WEBHOOK_CONCURENCY: '5' })).to.include(
      'has 1 mistake(s):\n  - WEBHOOK_CONCURENCY isn’t a setting; did you mean WEBHOOK_CONCURRENCY?',
    );
  });

  it('is named when two letters of a short setting have changed places', () => {
    expect(mistakesIn({ ...DEVELOPMENT, PROT: '3300' })).to.include(
      'PROT isn’t a setting; did you mean PORT?',
    );
  });

  it('belongs to another program otherwise, or when the setting itself is set', () => {
    loadConfig({ ...DEVELOPMENT, HOME: '/', HOSTS: 'a', REDIS_PORT: '1', STRIPE_WEBHOOK_SECRET: 'x' });
    loadConfig({ ...DEVELOPMENT, REDIS_URI: 'redis://a', REDIS_URL: 'redis://a' });
  });
});

describe('the configuration of production', () => {
  it('takes secrets of its own', () => {
    expect(loadConfig(PRODUCTION)).to.include(PRODUCTION);
  });

  it('is what counts where NODE_ENV is not set, or is unknown', () => {
    expect(loadConfig({ ...PRODUCTION, NODE_ENV: undefined }).NODE_ENV).to.equal('production');
    for (const NODE_ENV of [undefined, '', 'staging'])
      expect(mistakesIn({ NODE_ENV })).to.include('- SETUP_TOKEN is missing');
    expect(mistakesIn({ ...PRODUCTION, NODE_ENV: 'staging' })).to.include('- NODE_ENV ');
  });

  for (const [name, value, rule] of [
    ['ADMIN_JWT_SECRET', 'a', 'is shorter than 32 bytes'],
    ['ADMIN_JWT_SECRET', `${PRODUCTION.ADMIN_JWT_SECRET},a`, 'is shorter than 32 bytes'],
    ['ADMIN_JWT_SECRET', 'a'.repeat(64), 'repeats itself'],
    ['SETUP_TOKEN', 'correct horse 1!'.repeat(3), 'repeats itself'],
    ['SETUP_TOKEN', 'CHANGE-ME', 'is a placeholder'],
    ['SETUP_TOKEN', ',', 'is empty'],
    ['SETUP_TOKEN', '   ', 'is empty'],
    ['PAYMENT_WEBHOOK_SECRET', 'your-payment-webhook-secret-goes-in-here', 'is a placeholder'],
    ['DATABASE_URL', 'localhost/shop', 'must be postgres://'],
    ['SMTP_URL', 'mail.example', 'must be smtp://'],
    ['SECRETS_KEY', Buffer.alloc(32).toString('base64'), 'repeats itself'],
    ['SECRETS_KEY', 'ZGV2ZWxvcG1lbnQtb25seS1zZWNyZXRzLWtleS0zMmI', 'is the development value'],
  ] as const) {
    it(`refuses ${name}=${value.slice(0, 20)}… because it ${rule}, and doesn’t print it`, () => {
      const message = mistakesIn({ ...PRODUCTION, [name]: value });

      expect(message).to.include(`has 1 mistake(s):\n  - ${name} ${rule}`);
      if (value.length > 1) expect(message).to.not.include(value);
    });
  }

  it('takes the keys of another issuer by https alone, and only with issuer and audience', () => {
    const jwks = { ADMIN_JWT_ISSUER: 'https://id.example', ADMIN_JWT_AUDIENCE: 'shop' };
    const url = 'https://id.example/keys';

    expect(loadConfig({ ...PRODUCTION, ...jwks, ADMIN_JWT_JWKS_URL: url }).ADMIN_JWT_JWKS_URL).to.equal(url);
    expect(mistakesIn({ ...PRODUCTION, ...jwks, ADMIN_JWT_JWKS_URL: 'http://id.example/keys' })).to.include(
      'has 1 mistake(s):\n  - ADMIN_JWT_JWKS_URL must be https',
    );
    for (const name of ['ADMIN_JWT_ISSUER', 'ADMIN_JWT_AUDIENCE'])
      expect(mistakesIn({ ...PRODUCTION, ...jwks, ADMIN_JWT_JWKS_URL: url, [name]: '' })).to.include(
        'has 1 mistake(s):\n  - ADMIN_JWT_JWKS_URL needs ADMIN_JWT_ISSUER and ADMIN_JWT_AUDIENCE',
      );
  });

  it('takes payments without money only where that is asked for by name', () => {
    const fake = { ...PRODUCTION, PAYMENT_PROVIDER: undefined };

    expect(mistakesIn(fake)).to.include('has 1 mistake(s):\n  - PAYMENT_PROVIDER is fake');
    expect(loadConfig({ ...fake, PAYMENT_FAKE_IN_PRODUCTION: 'true' }).PAYMENT_PROVIDER).to.equal('fake');
  });

  for (const name of ['ADMIN_JWT_SECRET', 'SETUP_TOKEN', 'SECRETS_KEY', 'PAYMENT_WEBHOOK_SECRET'] as const) {
    it(`refuses to start without ${name}`, () => {
      expect(mistakesIn({ ...PRODUCTION, [name]: undefined })).to.include(`- ${name} is missing`);
      expect(mistakesIn({ ...PRODUCTION, [name]: '' })).to.include(`- ${name} is missing`);
    });

    it(`refuses the development value of ${name}, alone or in a list, and doesn’t print it`, () => {
      const value = loadConfig(DEVELOPMENT)[name];

      for (const given of [value, ` ${value}`, `${value},${value}`]) {
        const message = mistakesIn({ ...PRODUCTION, [name]: given });
        expect(message).to.include(`- ${name} is the development value`);
        expect(message).to.not.include(value);
      }
    });
  }
});

describe('the payment provider', () => {
  it('is Stripe only with its key', () => {
    expect(mistakesIn({ ...DEVELOPMENT, PAYMENT_PROVIDER: 'stripe' })).to.include(
      'STRIPE_SECRET_KEY is missing',
    );
    const config = loadConfig({ ...DEVELOPMENT, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' });
    expect(servicesOptions(config).stripe).to.deep.equal({
      secretKey: 'sk_test_1',
      publishableKey: undefined,
    });
    expect(servicesOptions(loadConfig(DEVELOPMENT)).stripe).to.equal(undefined);
  });

  it('that is fake follows a script of known steps, and none in production', () => {
    const { fakePayments } = servicesOptions(
      loadConfig({ ...DEVELOPMENT, PAYMENT_FAKE_SCRIPT: 'delay,succeed', PORT: '4000' }),
    );

    expect(fakePayments).to.deep.equal({
      callbackUrl: 'http://127.0.0.1:4000/webhooks/payment',
      script: ['delay', 'succeed'],
    });
    expect(mistakesIn({ ...DEVELOPMENT, PAYMENT_FAKE_SCRIPT: 'explode' })).to.include('PAYMENT_FAKE_SCRIPT');
    expect(mistakesIn({ ...PRODUCTION, PAYMENT_FAKE_SCRIPT: 'succeed' })).to.include(
      'production can’t have it',
    );
  });
});

describe('what the parts of a process get', () => {
  it('are lists where the setting is one', () => {
    const options = servicesOptions(
      loadConfig({
        ...DEVELOPMENT,
        ADMIN_JWT_SECRET: 'new, old',
        SECRETS_KEY: `${KEY}, ${OTHER_KEY}`,
        WEBHOOK_ALLOWED_PRIVATE_CIDRS: '10.0.0.0/8, fd00::/8',
      }),
    );

    expect(options.adminJwtSecrets).to.deep.equal(['new', 'old']);
    expect(options.secretsKeys).to.deep.equal([KEY, OTHER_KEY]);
    expect(options.allowedPrivateCidrs).to.deep.equal(['10.0.0.0/8', 'fd00::/8']);
  });

  it('is the queue on Redis, or on the database where that is asked for', () => {
    const urls = {
      ...DEVELOPMENT,
      REDIS_URL: 'redis://queue:6379',
      DATABASE_URL: 'postgresql://db/commerce',
    };

    expect(queueConnection(loadConfig(urls))).to.deep.equal({ kind: 'redis', url: urls.REDIS_URL });
    const inPostgres = { ...urls, QUEUE_BACKEND: 'postgres' };
    expect(queueConnection(loadConfig(inPostgres))).to.deep.equal({
      kind: 'postgres',
      url: urls.DATABASE_URL,
      ownsNothing: false,
    });
    const runtimeUrl = 'postgresql://commerce_runtime@db/commerce';
    expect(queueConnection(loadConfig({ ...inPostgres, DATABASE_RUNTIME_URL: runtimeUrl }))).to.deep.equal({
      kind: 'postgres',
      url: runtimeUrl,
      ownsNothing: true,
    });
  });
});
