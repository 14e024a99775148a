// `npm run bench [name]`: runs a load or comparison program on servers of its own; without a name, lists them. `compare`
// runs some of them for two versions in turns.
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from './bench-compare.mjs';
import { build, generate, install, root, runMain, SetupError } from './bootstrap.mjs';
import { openFromSource, runFromSource } from './from-source.mjs';

/** Filling takes long, so that what these use stays. */
const KEPT = ['fill', 'growth', 'mixed'];
/** These measure what is shipped. */
const OF_BUILT = ['start'];

const folder = join(root, 'packages', 'bench', 'src');

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === 'compare') return compare(args);
  const names = existsSync(folder) ? readdirSync(folder).filter((file) => /(?<!\.test)\.ts$/.test(file)) : [];
  if (!name) {
    console.log(
      [
        'Usage: npm run bench <name>, or npm run bench compare <ref> <name> …',
        ...names.map((file) => `  ${file.slice(0, -3)}`),
      ].join('\n'),
    );
    return 0;
  }
  if (!names.includes(`${name}.ts`))
    throw new SetupError(`There is no bench \`${name}\`: \`npm run bench\` lists them.`);
  await install();
  await generate();
  if (OF_BUILT.includes(name)) await build();

  const isKept = KEPT.includes(name);
  const dataDir = isKept ? join(root, '.data', 'bench') : await mkdtemp(join(tmpdir(), 'commerce-bench-'));
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o711);
  const stack = await openFromSource('openStack', { dataDir, durable: true });
  try {
    const { databaseUrl, superuserUrl = databaseUrl, queue, redisBinary } = stack;
    // Benches fill tables without triggers and change settings of the server, which only a superuser may do.
    const env = { ...process.env, BENCH_DATABASE_URL: superuserUrl };
    if (queue.kind === 'redis') env.BENCH_REDIS_URL = queue.redisUrl;
    // Benches that end a Redis start one of their own.
    if (redisBinary) env.TEST_REDIS_BINARY = JSON.stringify(redisBinary);
    const { code } = await runFromSource([join(folder, `${name}.ts`), ...args], env);
    return code;
  } finally {
    await stack.close();
    if (!isKept) await rm(dataDir, { recursive: true, force: true });
  }
});
