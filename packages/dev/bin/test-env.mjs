/** The environment of a test process: these servers, and never those of a running shop. */
export function testEnv({ databaseUrl, queue, redisBinary }) {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...env } = process.env;
  return {
    ...env,
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.LOG_LEVEL || 'silent',
    TEST_DATABASE_URL: databaseUrl,
    ...(queue.kind === 'redis' ? { TEST_REDIS_URL: queue.redisUrl } : {}),
    ...(redisBinary ? { TEST_REDIS_BINARY: JSON.stringify(redisBinary) } : {}),
  };
}
