// What `npm run demo` runs: the story of demo/story.ts against the service that is running.
import { fileURLToPath } from 'node:url';
import { findRunningDataDir } from '../service-env.ts';
import { tellStory } from './story.ts';
import { findTarget } from './target.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () =>
    stopping.abort(new Error('Interrupted; the subscription of the demo is removed.')),
  );
}

try {
  const target = await findTarget(await findRunningDataDir(root, process.env), process.env);
  await tellStory({ target, print: console.log, stopping: stopping.signal });
} catch (error) {
  console.error(`\n  ✗ ${(error as Error).message}\n`);
  process.exitCode = 1;
}
