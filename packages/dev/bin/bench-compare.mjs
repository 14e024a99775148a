// `npm run bench compare <ref> <bench> …`: runs benches of this checkout and of another version side by side, in turns
// of half a second where they measure so, and prints ratios.
import { spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alternate } from './alternate.mjs';
import { onStop, root, run, SetupError, step } from './bootstrap.mjs';
import { compareOutputs } from './compare-outputs.mjs';

const USAGE =
  "Usage: npm run bench compare <ref> <bench> … [-- --rounds 3], such as: npm run bench compare main carts 'deliveries 2000 1'";

/** @param {string[]} args */
export async function compare(args) {
  const { ref, benches, rounds } = readArguments(args);
  const folder = await mkdtemp(join(tmpdir(), 'commerce-compare-'));
  const other = join(folder, 'checkout');
  let isStopped = false;
  onStop(() => {
    isStopped = true;
  });
  try {
    await step(`Checking out ${ref}`, `${ref} is checked out`, () =>
      run('git', ['worktree', 'add', '--detach', other, ref]),
    );
    // Unpacked once is enough.
    const redis = join('.cache', 'redis');
    if (existsSync(join(root, redis))) cpSync(join(root, redis), join(other, redis), { recursive: true });
    await step(`Setting ${ref} up`, `${ref} is set up`, () =>
      run(process.execPath, [join(other, 'packages', 'dev', 'bin', 'setup.mjs')]),
    );
    for (const bench of benches) {
      const outputs = { here: [], there: [] };
      for (let round = 0; round < rounds && !isStopped; round += 1) {
        console.log(`  · ${bench}, round ${round + 1} of ${rounds} …`);
        // The first one alternates, so that a machine that grows warm or busy favours neither.
        const sides = round % 2 === 0 ? ['here', 'there'] : ['there', 'here'];
        const programs = sides.map(
          (side) => async (turns) =>
            isStopped ? '' : outputOf(side === 'here' ? root : other, bench, turns),
        );
        const printed = await alternate(programs);
        for (const [at, side] of sides.entries()) outputs[side].push(printed[at]);
      }
      // Also of the rounds before a stop: one takes minutes.
      console.log(`\n${bench}\n${compareOutputs(outputs, ref)}\n`);
      if (isStopped) return 130;
    }
    return 0;
  } finally {
    await run('git', ['worktree', 'remove', '--force', other]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

function readArguments(args) {
  const at = args.indexOf('--rounds');
  const rounds = at === -1 ? 3 : Number(args[at + 1]);
  const [ref, ...benches] = at === -1 ? args : args.toSpliced(at, 2);
  if (!ref || benches.length === 0 || !Number.isInteger(rounds) || rounds < 1) throw new SetupError(USAGE);
  return { ref, benches, rounds };
}

/** A bench that misses its aim ends with another code than 0, and its figures count all the same. */
function outputOf(folder, bench, turns) {
  return new Promise((resolve, reject) => {
    const args = [join(folder, 'packages', 'dev', 'bin', 'bench.mjs'), ...bench.split(' ')];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, BENCH_TURNS_PORT: String(turns) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}
