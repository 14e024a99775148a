// Runs the project's TypeScript from source, without a build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onStop, redisCacheDir, root, SetupError } from './bootstrap.mjs';

export const SOURCE_FLAGS = ['--conditions=source', '--import', 'tsx'];

const KILL_AFTER_MS = 10_000;
const CLOSE_WITHIN_MS = 1000;

/**
 * Opens servers with this package's own library, loaded from source; a failure is printed without a stack.
 * @param {'openStack' | 'openTestStack'} open
 * @param {object} options the options of that function, except the cache, the log and the environment
 */
export async function openFromSource(open, options = {}) {
  const library = await importFromSource('../src/index.ts');
  const log = (line) => console.log(`  ${line}`);
  try {
    return await library[open]({ cacheDir: redisCacheDir, log, env: process.env, ...options });
  } catch (error) {
    throw new SetupError(error.message);
  }
}

/** Throws a SetupError that lists every mistake of the environment, before anything is built or started for it. */
export async function checkConfig() {
  let said = '';
  const { code } = await runFromSource(
    [join(root, 'packages', 'dev', 'bin', 'check-config.mjs')],
    process.env,
    {
      write: (chunk) => {
        said += chunk;
      },
    },
  );
  if (code !== 0) throw new SetupError(said.trim());
}

async function importFromSource(path) {
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  try {
    return await import(path);
  } finally {
    await unregister();
  }
}

/**
 * Runs a program to its end and answers its exit code; Ctrl-C and SIGTERM are passed on to it.
 * It has a process group of its own, so that one press reaches it once, however many programs stand in between.
 * @param {string[]} args what follows `node --conditions=source --import tsx`
 * @param {NodeJS.ProcessEnv} env
 * @param {{
 *   started?: (child: import('node:child_process').ChildProcess) => void,
 *   write?: (chunk: Buffer) => unknown,
 * }} [options] `write` takes what the program writes, instead of the terminal
 */
export async function runFromSource(args, env, { started, write } = {}) {
  const child = spawn(process.execPath, [...SOURCE_FLAGS, ...args], {
    cwd: root,
    env,
    stdio: write ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    detached: true,
  });
  if (write) for (const stream of [child.stdout, child.stderr]) stream.on('data', write);
  started?.(child);
  let asked = false;
  const passOn = (signal) => {
    if (asked) return;
    asked = true;
    child.kill(signal);
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  };
  const off = onStop(passOn);
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  // All that it wrote is here, unless a program that it left behind holds the pipe.
  await Promise.race([closed, wait(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  off();
  return { code: code ?? 1, interrupted: asked };
}
