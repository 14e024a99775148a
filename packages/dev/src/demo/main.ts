// The program of `npm run demo`: the story of demo/story.ts against the service that is running.
import { tellStory } from './story.ts';
import { findTarget } from './target.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () =>
    stopping.abort(new Error('Interrupted; product and subscription of the demo are deleted.')),
  );
}

try {
  const target = await findTarget(process.argv[2] ?? '', process.env);
  await tellStory({ target, print: console.log, stopping: stopping.signal });
} catch (error) {
  console.error(`\n  ✗ ${(error as Error).message}\n`);
  process.exitCode = 1;
}
