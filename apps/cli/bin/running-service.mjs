// What the command finds in a checkout: plain JavaScript, because it runs before anything is built.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Returns the settings of the service that `npm start` runs in this checkout, which stand in no `.env`. If it isn't running,
 * COMMERCE_STOPPED_DATA_DIR names its data folder, so that a command that needs a database says so.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function settingsOfRunningService(root, env) {
  if (env.DATABASE_URL || env.DATABASE_URL_FILE) return {};
  const dataDir = env.DATA_DIR
    ? resolve(root, env.DATA_DIR)
    : read(join(root, '.cache', 'last-start')) || join(root, '.data');
  const running = read(join(dataDir, 'running.json'));
  if (!running) return existsSync(join(dataDir, 'secrets.env')) ? { COMMERCE_STOPPED_DATA_DIR: dataDir } : {};
  const { apiUrl, settings, demo } = JSON.parse(running);
  return { COMMERCE_API_URL: apiUrl, COMMERCE_PUBLISHABLE_KEY: demo?.publishableKey ?? '', ...settings };
}

/**
 * Returns the files and folders that `.env` names, seen from anywhere: there they are below the root.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} typed the environment before `.env` was read
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function fixPaths(root, typed, env) {
  const paths = Object.entries(env).filter(
    ([name, value]) =>
      value && typed[name] === undefined && PATH_SETTING.test(name) && !value.includes('://'),
  );
  return Object.fromEntries(paths.map(([name, value = '']) => [name, resolve(root, value)]));
}

const PATH_SETTING = /(_DIR|_FILE|^MODULES_CONFIG|^PICTURES_LOCATION)$/;

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
