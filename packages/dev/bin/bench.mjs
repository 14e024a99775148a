// `npm run bench [name]`: runs a load or comparison program on servers of its own; without a name, lists them. `compare`
// runs some of them for two versions in turns, `smoke` all of them with very little.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from './bench-compare.mjs';
import { smoke } from './bench-smoke.mjs';
import { build, generate, install, root, runMain, SetupError } from './bootstrap.mjs';
import { benchNames, runBench } from './run-bench.mjs';

/** Filling takes long, so that what these use stays. */
const KEPT = ['fill', 'growth', 'mixed'];
/** These measure what is shipped. */
const OF_BUILT = ['start'];

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === 'compare') return compare(args);
  const names = benchNames();
  if (!name) {
    console.log(
      [
        'Usage: npm run bench <name>, npm run bench compare <ref> <name> …, or npm run bench smoke [name] …',
        ...names.map((each) => `  ${each}`),
      ].join('\n'),
    );
    return 0;
  }
  if (name !== 'smoke' && !names.includes(name))
    throw new SetupError(`There is no bench \`${name}\`: \`npm run bench\` lists them.`);
  await install();
  await generate();
  if (name === 'smoke') return smoke(args);
  if (OF_BUILT.includes(name)) await build();

  if (KEPT.includes(name)) return runBench(name, args, { dataDir: join(root, '.data', 'bench') });
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-bench-'));
  try {
    return await runBench(name, args, { dataDir });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
