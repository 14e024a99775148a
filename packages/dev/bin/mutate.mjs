// Loaded into a test process by `npm run mutation`, before tsx: hands it one source with a mutation, and changes no file.
import { writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { url, search, replace, seen } = JSON.parse(process.env.SERVICE_MUTATION);

if (isMainThread) register(import.meta.url);

export async function load(wanted, context, nextLoad) {
  const loaded = await nextLoad(wanted, context);
  if (wanted.split('?')[0] !== url) return loaded;
  writeFileSync(seen, '');
  return { ...loaded, source: String(loaded.source).replace(search, () => replace) };
}
