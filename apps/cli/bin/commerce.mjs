#!/usr/bin/env node
// Starts the built command. In a checkout it first takes the settings of `.env` and of the `npm start` that runs there.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixPaths, settingsOfRunningService } from './running-service.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const main = join(root, 'apps', 'cli', 'dist', 'main.js');
const envFile = join(root, '.env');

if (!existsSync(main)) {
  console.error('The command isn’t built yet: npm run setup && npm run build');
  process.exit(1);
}
const typed = { ...process.env };
if (existsSync(envFile)) process.loadEnvFile(envFile);
Object.assign(process.env, fixPaths(root, typed, process.env));
for (const [name, value] of Object.entries(settingsOfRunningService(root, process.env)))
  process.env[name] ||= value;
// npm goes to the root, but a file that is typed means the folder where it was typed.
const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
if (script === 'commerce' && folder) process.chdir(folder);
await import(main);
