#!/usr/bin/env node
// Starts the built command. In a checkout it first takes the settings of `.env` and of the `npm start` that runs there.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const main = join(root, 'apps', 'cli', 'dist', 'main.js');

if (!existsSync(main)) {
  console.error('The command isn’t built yet: npm run setup && npm run build');
  process.exit(1);
}
takeEnvFile();
takeRunningService();
// Files are named from where the command is given, also by way of `npm run commerce`, which goes to the root.
if (process.env.npm_lifecycle_event === 'commerce' && process.env.INIT_CWD)
  process.chdir(process.env.INIT_CWD);
await import(main);

function takeEnvFile() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** What `npm start` has started itself is in no `.env`. */
function takeRunningService() {
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE) return;
  const lastStart = read(join(root, '.cache', 'last-start'));
  const dataDir = process.env.DATA_DIR
    ? resolve(root, process.env.DATA_DIR)
    : lastStart || join(root, '.data');
  const running = read(join(dataDir, 'running.json'));
  if (!running) return;
  const { databaseUrl, runtimeUrl, queue } = JSON.parse(running);
  const settings = {
    NODE_ENV: 'development',
    ...parseEnv(read(join(dataDir, 'secrets.env'))),
    DATABASE_URL: databaseUrl,
    ...(runtimeUrl ? { DATABASE_RUNTIME_URL: runtimeUrl } : {}),
    DATA_DIR: dataDir,
    ...(queue.kind === 'redis' ? { REDIS_URL: queue.redisUrl } : { QUEUE_BACKEND: 'postgres' }),
  };
  for (const [name, value] of Object.entries(settings)) process.env[name] ||= value;
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
