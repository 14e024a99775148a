// `npm run demo`: tells the story of a webhook in the terminal, against the running service.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { generate, install, root, runMain } from './bootstrap.mjs';
import { runFromSource } from './from-source.mjs';

await runMain(async () => {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  await install();
  await generate();
  const args = [join(root, 'packages', 'dev', 'src', 'demo', 'main.ts'), ...process.argv.slice(2)];
  const { code } = await runFromSource(args, process.env);
  return code;
});
