// Loaded into a test process by `npm run mutation`, before tsx: hands it one source with a mutation, and changes no file.
import fs from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const { url, search, replace, seen } = JSON.parse(process.env.SERVICE_MUTATION);

/** Loads mocha's imports. */
export async function load(wanted, context, nextLoad) {
  const loaded = await nextLoad(wanted, context);
  return wanted.split('?')[0] === url ? { ...loaded, source: mutate(loaded.source) } : loaded;
}

/** Mocha's `require` is read by tsx. */
if (isMainThread) {
  const { readFileSync } = fs;
  const file = fileURLToPath(url);
  register(import.meta.url);
  fs.readFileSync = (path, ...options) => {
    const text = readFileSync(path, ...options);
    return path === file ? mutate(text) : text;
  };
}

function mutate(source) {
  fs.writeFileSync(seen, '');
  return String(source).replace(search, () => replace);
}
