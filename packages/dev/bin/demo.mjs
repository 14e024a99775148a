// `npm run demo`: shows the story of a webhook in the terminal, against the running service.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { generate, install, root, runMain, SetupError } from './bootstrap.mjs';
import { runFromSource } from './from-source.mjs';
import { findRunningDataDir, isNoted } from './running.mjs';

await runMain(async () => {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const dataDir = findRunningDataDir(root, process.env);
  // Before the install, which takes a while in a fresh clone.
  if (!process.env.BASE_URL && !isNoted(dataDir))
    throw new SetupError(
      'The service is not running here. Start it with `npm start`, then run this in a second terminal.',
    );
  await install();
  await generate();
  const args = [join(root, 'packages', 'dev', 'src', 'demo', 'main.ts'), dataDir];
  const { code } = await runFromSource(args, process.env);
  return code;
});
