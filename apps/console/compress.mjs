// Compresses what was built, once, and holds the first load to its limit.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const DIST = new URL('dist/', import.meta.url).pathname;
const LIMIT_KB = 170;

const sizes = new Map();
for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(?:html|js|css|svg)$/.test(name)) continue;
  const bytes = readFileSync(join(DIST, name));
  const gzip = gzipSync(bytes, { level: 9 });
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  writeFileSync(join(DIST, `${name}.gz`), gzip);
  writeFileSync(join(DIST, `${name}.br`), brotli);
  sizes.set(`/console/${name}`, gzip.length);
}

for (const entry of ['index.html', 'portal.html']) {
  const page = readFileSync(join(DIST, entry), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
  const firstLoad =
    [`/console/${entry}`, ...named].reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0) / 1000;
  console.log(`First load of ${entry}: ${firstLoad.toFixed(1)} kB by gzip`);
  if (firstLoad > LIMIT_KB) {
    console.error(
      `The first load is larger than ${LIMIT_KB} kB: load what a page alone needs with that page.`,
    );
    process.exit(1);
  }
}
