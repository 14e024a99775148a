// The address of the service of this checkout: plain JavaScript, because it is read before anything is installed.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Returns DATA_DIR; without it the folder of the last start if that service still runs, else the usual folder.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export function findRunningDataDir(root, env) {
  if (env.DATA_DIR) return resolve(root, env.DATA_DIR);
  const lastStart = join(root, '.cache', 'last-start');
  const noted = existsSync(lastStart) ? readFileSync(lastStart, 'utf8') : '';
  return noted && isNoted(noted) ? noted : join(root, '.data');
}

/**
 * Whether \`npm start\` has noted in its data folder that it runs.
 * @param {string} dataDir
 */
export function isNoted(dataDir) {
  return existsSync(join(dataDir, 'running.json'));
}
