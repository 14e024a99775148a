import { expect } from 'chai';
import { ConfigError, loadConfig, platformOptions, queueConnection } from '../src/index.ts';

const KEY = Buffer.alloc(32, 1).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 2).toString('base64');

const PRODUCTION = {
  NODE_ENV: 'production',
  ADMIN_JWT_SECRET: 'a-secret-of-this-shop-that-is-long-enough',
  SETUP_TOKEN: 'a-setup-token-of-this-shop-that-is-long-enough',
  SECRETS_KEY: KEY,
  PAYMENT_WEBHOOK_SECRET: 'whsec_of_this_shop_that_is_long_enough',
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
    const config = loadConfig({});

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
      PORT: '8080',
      WEBHOOK_ALLOW_INSECURE: 'true',
      HOST: '',
      LOG_LEVEL: undefined,
    });

    expect(config).to.include({
      PORT: 8080,
      WEBHOOK_ALLOW_INSECURE: true,
      HOST: '0.0.0.0',
      LOG_LEVEL: 'info',
    });
  });

  it('ignores what belongs to other programs', () => {
    expect(loadConfig({ PATH: '/bin', HOME: '/root' })).to.not.have.any.keys('PATH', 'HOME');
  });

  it('lists every mistake at once, by name and without the value', () => {
    const message = mistakesIn({
      NODE_ENV: 'staging',
      PORT: '70000',
      LOG_LEVEL: 'loud',
      DATABASE_POOL_SIZE: 'ten',
      QUEUE_BACKEND: 'kafka',
      WEBHOOK_ALLOW_INSECURE: 'perhaps',
      SECRETS_KEY: 'c2hvcnQ=',
    });

    expect(message).to.match(/has 7 mistake\(s\)/);
    for (const name of [
      'NODE_ENV',
      'PORT',
      'LOG_LEVEL',
      'DATABASE_POOL_SIZE',
      'QUEUE_BACKEND',
      'WEBHOOK_ALLOW_INSECURE',
      'SECRETS_KEY',
    ])
      expect(message).to.include(`- ${name} `);
    expect(message).to.not.match(/staging|70000|loud|ten\b|kafka|perhaps|c2hvcnQ/);
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
    SECRETS_KEY: `${KEY},nonsense`,
    ADMIN_JWT_SECRET: ' , ',
  })) {
    it(`refuses ${name}=${value}`, () => {
      expect(mistakesIn({ [name]: value })).to.match(new RegExp(`has 1 mistake\\(s\\):\\n  - ${name} `));
    });
  }
});

describe('the configuration of production', () => {
  it('takes secrets of its own', () => {
    expect(loadConfig(PRODUCTION)).to.include(PRODUCTION);
  });

  for (const name of ['ADMIN_JWT_SECRET', 'SETUP_TOKEN', 'SECRETS_KEY', 'PAYMENT_WEBHOOK_SECRET'] as const) {
    it(`refuses to start without ${name}`, () => {
      expect(mistakesIn({ ...PRODUCTION, [name]: undefined })).to.include(`- ${name} is missing`);
      expect(mistakesIn({ ...PRODUCTION, [name]: '' })).to.include(`- ${name} is missing`);
    });

    it(`refuses the development value of ${name}, alone or in a list, and doesn’t print it`, () => {
      const value = loadConfig({})[name];

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
    expect(mistakesIn({ PAYMENT_PROVIDER: 'stripe' })).to.include('STRIPE_SECRET_KEY is missing');
    const config = loadConfig({ PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' });
    expect(platformOptions(config).stripe).to.deep.equal({ secretKey: 'sk_test_1', apiUrl: undefined });
    expect(platformOptions(loadConfig({})).stripe).to.equal(undefined);
  });

  it('that is fake follows a script of known steps, and none in production', () => {
    const { fakePayments } = platformOptions(
      loadConfig({ PAYMENT_FAKE_SCRIPT: 'delay,succeed', PORT: '4000' }),
    );

    expect(fakePayments).to.deep.equal({
      callbackUrl: 'http://127.0.0.1:4000/webhooks/payment',
      script: ['delay', 'succeed'],
    });
    expect(mistakesIn({ PAYMENT_FAKE_SCRIPT: 'explode' })).to.include('PAYMENT_FAKE_SCRIPT');
    expect(mistakesIn({ ...PRODUCTION, PAYMENT_FAKE_SCRIPT: 'succeed' })).to.include(
      'production can’t have it',
    );
  });
});

describe('what the parts of a process get', () => {
  it('are lists where the setting is one', () => {
    const options = platformOptions(
      loadConfig({
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
    const urls = { REDIS_URL: 'redis://queue:6379', DATABASE_URL: 'postgresql://db/commerce' };

    expect(queueConnection(loadConfig(urls))).to.deep.equal({ kind: 'redis', url: urls.REDIS_URL });
    expect(queueConnection(loadConfig({ ...urls, QUEUE_BACKEND: 'postgres' }))).to.deep.equal({
      kind: 'postgres',
      url: urls.DATABASE_URL,
    });
  });
});
