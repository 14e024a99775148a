export { findRedis, type RedisBinary } from './find-redis.ts';
export { InUseError } from './lock.ts';
export { assertPortFree, freePort, PortInUseError } from './ports.ts';
export { type PostgresOptions, type PostgresServer, startPostgres } from './postgres.ts';
export { type RedisOptions, type RedisServer, startRedis } from './redis.ts';
export { NODE_ARGS } from './service-process.ts';
export { openStack, type Queue, type Stack, type StackOptions } from './stack.ts';
export { openTestStack, type TestStackOptions } from './test-stack.ts';
