// Brings a fresh clone to where its own code can run: packages installed, database client generated, all built.
// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashPaths, openStamps } from './stamps.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
export const redisCacheDir = join(root, '.cache', 'redis');

const stamps = openStamps(join(root, 'node_modules', '.service-setup.json'));
const DOCS = 'apps/docs';
const OLDEST_NODE = [20, 19];

/** A failure whose message is all that a person needs: it is printed without a stack. */
export class SetupError extends Error {}

/**
 * Runs a command's main function: checks Node first, prints failures, and sets the exit code that it answers.
 * @param {() => Promise<number | undefined>} main
 */
export async function runMain(main) {
  try {
    requireNode();
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(`\n  ✗ ${error instanceof SetupError ? error.message : (error?.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}

/** Installs the packages with the pinned pnpm when they aren't there or something about them has changed. */
export async function install() {
  const manifests = workspaceFolders().map((folder) => join(folder, 'package.json'));
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests];
  const hash = `${process.platform}-${process.arch}-${hashPaths(root, files)}`;
  if (stamps.isDone('install', hash) && workspaceFolders().every(isInstalled)) return;
  const args = [
    'install',
    '--frozen-lockfile',
    '--reporter=append-only',
    '--config.confirmModulesPurge=false',
  ];
  await assertPinnedPnpm();
  await step('Installing packages', `Packages installed (pnpm ${pnpmVersion()})`, () =>
    pnpm(args, { show: throttledProgress() }),
  );
  stamps.markDone('install', hash);
}

/** Generates the Prisma client when the schema has changed. */
export async function generate() {
  const inputs = ['prisma/schema', 'packages/db/generate.mjs', 'packages/db/package.json'];
  const hash = hashPaths(root, inputs);
  if (stamps.isDone('generate', hash) && existsSync(join(root, 'packages/db/src/generated'))) return;
  await step('Generating the database client', 'Database client generated', () =>
    run(process.execPath, ['packages/db/generate.mjs']),
  );
  stamps.markDone('generate', hash);
}

/** Compiles every app and package when a source has changed, but for the documentation, which takes longer than all others. */
export async function build() {
  const folders = workspaceFolders().filter((folder) => folder !== DOCS);
  const inputs = ['prisma/schema', 'tsconfig.base.json', 'turbo.json', 'pnpm-lock.yaml', ...folders];
  const hash = hashPaths(root, inputs, isBuildInput);
  const isBuilt = (folder) => !manifestOf(folder).scripts?.build || existsSync(join(root, folder, 'dist'));
  if (stamps.isDone('build', hash) && folders.every(isBuilt)) return;
  await step('Building apps and packages', 'Apps and packages built', () =>
    turbo('build', '--filter=!@service/docs'),
  );
  stamps.markDone('build', hash);
}

/**
 * Builds the documentation when a source of it has changed; with `isSample` without the pages of most operations, unless all are
 * there.
 * @param {{ isSample?: boolean, signal?: AbortSignal, yields?: boolean }} [options] the others as `run` takes them
 */
export async function buildDocs({ isSample = false, ...options } = {}) {
  const inputs = ['docs', 'openapi.json', 'pnpm-lock.yaml', 'apps/console/src/icon.svg', DOCS];
  const hash = hashPaths(root, inputs, isBuildInput);
  const sample = `${hash} sample`;
  const isDone = stamps.isDone('docs', hash) || (isSample && stamps.isDone('docs', sample));
  if (isDone && existsSync(join(root, DOCS, 'dist'))) return;
  const [, ...args] = manifestOf(DOCS).scripts.build.split(' ');
  const env = { DOCS_SAMPLE: String(isSample) };
  await run(process.execPath, args, { ...options, env, cwd: join(root, DOCS) });
  stamps.markDone('docs', isSample ? sample : hash);
}

/**
 * Runs a turbo task in every package; it needs pnpm on its PATH, which npx provides.
 * @param {string} task
 * @param {string[]} flags
 */
export function turbo(task, ...flags) {
  return pnpm(['exec', 'turbo', 'run', task, ...flags, '--output-logs=errors-only', '--log-order=grouped']);
}

/**
 * Runs a step and prints one line with its seconds when it is done; a long one says first that it is at work.
 * @param {string} doing
 * @param {string} done
 * @param {() => Promise<unknown>} work
 */
export async function step(doing, done, work) {
  const started = performance.now();
  const announce = setTimeout(() => console.log(`  · ${doing} …`), 1000);
  try {
    await work();
  } finally {
    clearTimeout(announce);
  }
  console.log(`  ✓ ${done}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * Runs a program in the root folder, or another, and answers its output; a failure throws a SetupError that shows the output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: (line: string) => void, env?: NodeJS.ProcessEnv, cwd?: string, signal?: AbortSignal, yields?: boolean }} [options]
 *   show gets each line as it comes; signal ends the program; one that yields runs when no other process wants the time
 */
export function run(command, args, { show, env, cwd = root, signal, yields } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, env: toolEnv(env), stdio, signal });
    if (yields && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let output = '';
    const follow = (data) => {
      const text = data.toString();
      output += text;
      if (show) for (const line of text.split('\n')) show(line);
    };
    child.stdout.on('data', follow);
    child.stderr.on('data', follow);
    child.on('error', (error) => {
      const missing = error.code === 'ENOENT';
      reject(
        new SetupError(
          missing
            ? `\`${command}\` is missing. It comes with Node.js and npm: https://nodejs.org`
            : error.message,
        ),
      );
    });
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else
        reject(
          new SetupError(
            `${[basename(command), ...args].join(' ')} failed (${signal ?? `exit code ${code}`}):\n${clean(output)}`,
          ),
        );
    });
  });
}

/**
 * Calls `stop` at Ctrl-C, SIGTERM, a closed terminal, and when npm is gone: npm that is ended by a signal ends only
 * the shell between it and us. One press of Ctrl-C may call it twice, because npm passes it on as well.
 * Answers the function that ends this.
 * @param {(signal: NodeJS.Signals) => void} stop
 */
export function onStop(stop) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, 500);
  watch.unref();
  if (!process.env.npm_lifecycle_event) clearInterval(watch);
  return () => {
    clearInterval(watch);
    for (const signal of signals) process.removeListener(signal, stop);
  };
}

/** Stops early, with a clear sentence, on a Node that is too old. */
function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldMajor, oldMinor] = OLDEST_NODE;
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return;
  throw new SetupError(
    `Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}. See https://nodejs.org`,
  );
}

function pnpm(args, options) {
  return runWithRegistry('npx', ['--yes', `pnpm@${pnpmVersion()}`, ...args], options);
}

async function runWithRegistry(command, args, options) {
  try {
    return await run(command, args, options);
  } catch (error) {
    if (
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET|META_FETCH_FAIL/.test(error.message)
    ) {
      throw new SetupError(
        `The npm registry could not be reached. Check the network and the proxy, then run the command again.\n\n${error.message}`,
      );
    }
    if (/OUTDATED_LOCKFILE/.test(error.message)) {
      throw new SetupError(
        `pnpm-lock.yaml doesn't fit the package.json files. Run: npx pnpm@${pnpmVersion()} install`,
      );
    }
    throw error;
  }
}

/** The version that `packageManager` pins, without its hash. */
export function pnpmVersion() {
  return pinnedPnpm().version;
}

function pinnedPnpm() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, version, digest] = /^pnpm@([\d.]+)\+sha512\.([\da-f]{128})$/.exec(packageManager) ?? [];
  if (!version || !digest)
    throw new SetupError('packageManager in package.json must name pnpm@<version>+sha512.<hash>.');
  return { version, integrity: `sha512-${Buffer.from(digest, 'hex').toString('base64')}` };
}

/** npx checks a download against the registry's hash, and this the registry's against ours. Nothing of pnpm has run before. */
async function assertPinnedPnpm() {
  const { version, integrity } = pinnedPnpm();
  const output = await runWithRegistry('npm', [
    'view',
    `pnpm@${version}`,
    'dist.integrity',
    '--prefer-offline',
  ]);
  if (!output.split('\n').some((line) => line.trim() === integrity))
    throw new SetupError(
      `The registry's pnpm ${version} isn't the one that packageManager in package.json pins: its hash is another.`,
    );
}

// NODE_ENV=production would leave out the tools that build the project.
function toolEnv(extra) {
  const { NODE_ENV: _, ...env } = process.env;
  return {
    ...env,
    npm_config_loglevel: 'error',
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
    TURBO_UI: 'false',
    DO_NOT_TRACK: '1',
    ...extra,
  };
}

function clean(output) {
  const lines = output.split('\n').filter((line) => !/^npm (warn|notice)/i.test(line));
  return lines.slice(-60).join('\n').trim();
}

// pnpm reports several times a second; a line every two seconds is enough to see that it moves.
function throttledProgress() {
  let last = 0;
  return (line) => {
    if (!line.startsWith('Progress:') || performance.now() - last < 2000) return;
    last = performance.now();
    console.log(`    ${line.trim()}`);
  };
}

function workspaceFolders() {
  return ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group))
      .map((name) => `${group}/${name}`)
      .filter((folder) => existsSync(join(root, folder, 'package.json'))),
  );
}

function isInstalled(folder) {
  const { dependencies, devDependencies } = manifestOf(folder);
  const needsNothing = Object.keys({ ...dependencies, ...devDependencies }).length === 0;
  return needsNothing || existsSync(join(root, folder, 'node_modules'));
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

function isBuildInput(path) {
  if (/\.test\.ts$/.test(path)) return false;
  return !/^(apps|packages)\//.test(path) || /^[^/]+\/[^/]+\/(src\/|bin\/|[^/]+$)/.test(path);
}
