// `node packages/dev/bin/pinned.mjs <tool> …`: runs a tool of the workspace under the pinned pnpm, which many machines don't
// have on their PATH. Turbo and changesets look for it there.
import { spawnSync } from 'node:child_process';
import { generate, install, pnpmVersion, root, runMain } from './bootstrap.mjs';

await runMain(async () => {
  await install();
  await generate();
  const args = ['--yes', `pnpm@${pnpmVersion()}`, 'exec', ...process.argv.slice(2)];
  return spawnSync('npx', args, { cwd: root, stdio: 'inherit' }).status ?? 1;
});
