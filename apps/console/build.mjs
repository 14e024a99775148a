// Builds the pages, compresses them once, and holds what browsers load to its limits. All of it beside the build that is
// there, which is then exchanged: who serves it never finds half of one.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

// A test that builds it must get what production gets.
process.env.NODE_ENV = 'production';
const { build } = await import('vite');

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(HERE, `node_modules/.built-${process.pid}`);
await build({ root: HERE, logLevel: 'warn', build: { outDir: DIST, emptyOutDir: true } });
const FIRST_LOAD_KB = 210;
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

const PLACE = join(HERE, 'dist');
const OLD = join(HERE, `node_modules/.old-${process.pid}`);
const move = (from, to) => {
  try {
    renameSync(from, to);
  } catch (error) {
    // There is none yet, or another build has just come, which is as good.
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  }
};
if (!process.exitCode) {
  move(PLACE, OLD);
  move(DIST, PLACE);
}
for (const folder of [OLD, DIST]) rmSync(folder, { recursive: true, force: true });
