// Runs one bench on servers of its own.
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { openFromSource, runFromSource } from './from-source.mjs';

const folder = join(root, 'packages', 'bench', 'src');

/** The names of all benches. */
export function benchNames() {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.filter((file) => /(?<!\.test)\.ts$/.test(file)).map((file) => file.slice(0, -3));
}

/**
 * Resolves with the exit code: 2 where an aim of speed or memory was missed.
 * @param {string} name
 * @param {string[]} args
 * @param {{ dataDir: string, env?: NodeJS.ProcessEnv, started?: (child: import('node:child_process').ChildProcess) => void }} options
 */
export async function runBench(name, args, { dataDir, env = {}, started }) {
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o711);
  const stack = await openFromSource('openStack', { dataDir, durable: true });
  try {
    const { databaseUrl, superuserUrl = databaseUrl, queue, redisBinary } = stack;
    // Benches fill tables without triggers and change settings of the server, which only a superuser may do.
    const all = { ...process.env, ...env, BENCH_DATABASE_URL: superuserUrl };
    if (queue.kind === 'redis') all.BENCH_REDIS_URL = queue.redisUrl;
    // Benches that end a Redis start one of their own.
    if (redisBinary) all.TEST_REDIS_BINARY = JSON.stringify(redisBinary);
    const program = [join(folder, `${name}.ts`), ...args];
    return (await runFromSource(program, all, started ? { started } : {})).code;
  } finally {
    await stack.close();
  }
}
