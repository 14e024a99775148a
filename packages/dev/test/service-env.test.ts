import { expect } from 'chai';
import { serviceEnv } from '../src/service-env.ts';

const redis = {
  databaseUrl: 'postgres://embedded',
  queue: { kind: 'redis', redisUrl: 'redis://embedded' },
} as const;
const none = { databaseUrl: 'postgres://embedded', queue: { kind: 'postgres' } } as const;

describe('serviceEnv', () => {
  it('fills what a first look needs', () => {
    expect(serviceEnv({}, redis, '/data')).to.deep.equal({
      NODE_ENV: 'development',
      PORT: '3000',
      LOG_LEVEL: 'info',
      WEBHOOK_ALLOW_INSECURE: 'true',
      WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
      RATE_LIMIT_PER_MINUTE: '1000000',
      RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
      DATA_DIR: '/data',
      DATABASE_URL: 'postgres://embedded',
      REDIS_URL: 'redis://embedded',
    });
  });

  it('never overrides what is set, and takes an empty value for not set', () => {
    const env = serviceEnv(
      { PORT: '4000', WEBHOOK_ALLOW_INSECURE: 'false', LOG_LEVEL: '', HOME: '/home' },
      redis,
      '/data',
    );

    expect(env).to.include({
      PORT: '4000',
      WEBHOOK_ALLOW_INSECURE: 'false',
      LOG_LEVEL: 'info',
      HOME: '/home',
    });
  });

  it('asks for the PostgreSQL queue where there is no Redis', () => {
    expect(serviceEnv({}, none, '/data'))
      .to.include({ QUEUE_BACKEND: 'postgres' })
      .and.not.to.have.property('REDIS_URL');
  });
});
