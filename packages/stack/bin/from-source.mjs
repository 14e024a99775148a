// Runs the project's TypeScript from source, without a build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onStop, redisCacheDir, root, SetupError } from './bootstrap.mjs';

export const SOURCE_FLAGS = ['--conditions=source', '--import', 'tsx'];

const KILL_AFTER_MS = 10_000;

/**
 * Opens servers with this package's own library, loaded from source; a failure is told without a stack.
 * @param {'openStack' | 'openTestStack'} open
 * @param {object} options what that function takes, but for the cache, the log and the environment
 */
export async function openFromSource(open, options = {}) {
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  const library = await import('../src/index.ts');
  await unregister();
  const log = (line) => console.log(`  ${line}`);
  try {
    return await library[open]({ cacheDir: redisCacheDir, log, env: process.env, ...options });
  } catch (error) {
    throw new SetupError(error.message);
  }
}

/**
 * Runs a program to its end and answers its exit code; Ctrl-C and SIGTERM are passed on to it.
 * It has a process group of its own, so that one press reaches it once, however many programs stand in between.
 * @param {string[]} args what follows `node --conditions=source --import tsx`
 * @param {NodeJS.ProcessEnv} env
 * @param {(child: import('node:child_process').ChildProcess) => void} [started]
 */
export async function runFromSource(args, env, started) {
  const child = spawn(process.execPath, [...SOURCE_FLAGS, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
    detached: true,
  });
  started?.(child);
  let asked = false;
  const passOn = (signal) => {
    if (asked) return;
    asked = true;
    child.kill(signal);
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  };
  const off = onStop(passOn);
  const [code] = await once(child, 'exit');
  off();
  return { code: code ?? 1, interrupted: asked };
}
