import { migrate } from '@service/db';

/** The address of the migrated database of this bench, which `npm run bench` starts. */
export async function benchDatabase(): Promise<string> {
  const url = process.env.BENCH_DATABASE_URL;
  if (!url) throw new Error('BENCH_DATABASE_URL is not set; run this with `npm run bench`');
  await migrate(url);
  return url;
}

/** The same, where the bench can't do without Redis. */
export async function benchServers(): Promise<{ databaseUrl: string; redisUrl: string }> {
  const redisUrl = process.env.BENCH_REDIS_URL;
  if (!redisUrl) throw new Error('Run this with `npm run bench`, on a machine where Redis was found');
  return { databaseUrl: await benchDatabase(), redisUrl };
}
