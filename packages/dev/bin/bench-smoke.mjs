// `npm run bench smoke [name] …`: every bench with very little, so that one that throws or hangs is noticed. Its figures say
// nothing, and an aim of speed or memory that it misses is no failure.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onStop, SetupError } from './bootstrap.mjs';
import { benchNames, runBench } from './run-bench.mjs';

/** The arguments of each run; those of one line share their data, and end with the first that fails. */
const RUNS = [
  ['carts'],
  ['catalog 100'],
  ['catalog-import 200'],
  ['costs 5'],
  ['database'],
  ['deliveries 100 1'],
  ['delivery-log 2000'],
  ['delivery-memory 2000'],
  ['distributed 8'],
  ['fairness 100 20'],
  ['fill 0.001', 'growth 0.001', 'mixed 0.001 0.001 1'],
  ['flush 500 20'],
  ['interaction 200'],
  ['lateness 0.2'],
  ['neighbours 20 1'],
  ['oversell 5'],
  ['rate-limits'],
  ['rls'],
  ['simulate 200'],
  ['storm 100 2'],
];
/** These are run by themselves every night, or measure what has to be built first. */
const LEFT_OUT = ['soak', 'start'];

const LIMIT_MS = 10 * 60_000;
const MISSED_AIM = 2;

/** @param {string[]} wanted all of them where it is empty */
export async function smoke(wanted) {
  const known = [...RUNS.flat().map((line) => line.split(' ')[0]), ...LEFT_OUT];
  const unknown = benchNames().filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new SetupError(`bench-smoke.mjs doesn't know: ${unknown.join(', ')}.`);
  const runs = RUNS.filter(
    (lines) => wanted.length === 0 || lines.some((line) => wanted.includes(line.split(' ')[0])),
  );
  let isStopped = false;
  onStop(() => {
    isStopped = true;
  });
  const failures = [];
  for (const lines of runs) if (!isStopped) failures.push(...(await runAll(lines)));
  if (isStopped) return 130;
  console.log(failures.length === 0 ? '\nEvery bench ran to its end.' : `\n${failures.join('\n')}`);
  return failures.length === 0 ? 0 : 1;
}

async function runAll(lines) {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-bench-'));
  const failures = [];
  try {
    for (const line of lines) {
      console.log(`\n== ${line}`);
      const failure = await failureOf(line.split(' '), dataDir);
      if (!failure) continue;
      failures.push(`✗ ${line} ${failure}`);
      break;
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return failures;
}

async function failureOf([name, ...args], dataDir) {
  let timer;
  let isLate = false;
  const started = (child) => {
    timer = setTimeout(() => {
      isLate = true;
      // It has a process group of its own, with all that it started.
      process.kill(-child.pid, 'SIGKILL');
    }, LIMIT_MS);
  };
  const code = await runBench(name, args, { dataDir, env: { BENCH_SMOKE: 'true' }, started });
  clearTimeout(timer);
  if (isLate) return `didn't end within ${LIMIT_MS / 60_000} minutes.`;
  return code === 0 || code === MISSED_AIM ? undefined : `ended with ${code}.`;
}
