// `npm start`: from a fresh clone to a running service.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, buildDocs, generate, install, onStop, root, runMain } from './bootstrap.mjs';
import { checkConfig } from './from-source.mjs';

// One press arrives twice; a second press comes later than this.
const SAME_PRESS_MS = 1000;

await runMain(async () => {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  await install();
  await checkConfig();
  await generate();
  await build();

  const stopping = new AbortController();
  let firstAt = 0;
  const stop = () => {
    if (!stopping.signal.aborted) {
      firstAt = performance.now();
      stopping.abort();
    } else if (performance.now() - firstAt > SAME_PRESS_MS) {
      console.log('  Stopped by force.');
      process.exit(130);
    }
  };
  onStop(stop);

  const { start } = await import('../dist/start.js');
  return start({
    root,
    env: process.env,
    print: console.log,
    stopping: stopping.signal,
    started: () => buildDocsBeside(stopping.signal),
  });
});

/** While the service runs already: until then /docs says that it is being built. */
async function buildDocsBeside(signal) {
  try {
    await buildDocs({ signal, yields: true });
  } catch (error) {
    if (!signal.aborted) console.log(`  ! The documentation could not be built:\n${error.message}`);
  }
}
