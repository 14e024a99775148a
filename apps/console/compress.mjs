// Compresses what was built, once, and holds what browsers load to its limits.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const DIST = new URL('dist/', import.meta.url).pathname;
const FIRST_LOAD_KB = 170;
/** What a page may load beyond it. */
const ROUTE_KB = 90;

const sizes = new Map();
for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(?:html|js|css|svg)$/.test(name)) continue;
  const bytes = readFileSync(join(DIST, name));
  const gzip = gzipSync(bytes, { level: 9 });
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  writeFileSync(join(DIST, `${name}.gz`), gzip);
  writeFileSync(join(DIST, `${name}.br`), brotli);
  sizes.set(name, gzip.length);
}

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
rmSync(join(DIST, '.vite'), { recursive: true });

/** The files that a module brings along, without those that it loads later. */
function filesOf(key, seen = new Set()) {
  const { file, css = [], assets = [], imports = [] } = manifest[key];
  for (const each of [file, ...css, ...assets]) seen.add(each);
  for (const each of imports) if (!seen.has(manifest[each].file)) filesOf(each, seen);
  return seen;
}

function holdTo(limitKb, what, files) {
  const kb = [...files].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0) / 1000;
  console.log(`${what}: ${kb.toFixed(1)} kB by gzip`);
  if (kb <= limitKb) return;
  console.error(`${what} is larger than ${limitKb} kB: load what one page alone needs with that page.`);
  process.exitCode = 1;
}

for (const [key, { isEntry }] of Object.entries(manifest)) {
  if (!isEntry) continue;
  const first = filesOf(key);
  holdTo(FIRST_LOAD_KB, `The first load of ${key}`, [key, ...first]);
  for (const route of pagesFrom(key)) {
    holdTo(
      ROUTE_KB,
      `${route}`,
      [...filesOf(route)].filter((file) => !first.has(file)),
    );
  }
}

/** What an entry loads later, and what that loads later. */
function pagesFrom(key, found = new Set()) {
  const { imports = [], dynamicImports = [] } = manifest[key];
  for (const each of [...imports, ...dynamicImports]) {
    if (found.has(each)) continue;
    found.add(each);
    pagesFrom(each, found);
  }
  return [...found].filter((each) => manifest[each].isDynamicEntry);
}
