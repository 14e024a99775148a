// Builds the site: writes its pages from docs/ and openapi.json, lets VitePress make HTML of them, and compresses it once. All of
// it beside the site that is there, which is then exchanged: the API never finds half of one.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { contentsForPrograms, sitePages } from './pages/index.ts';
import { isLeftOut } from './pages/left-out.ts';

// VitePress writes other pages for development.
process.env.NODE_ENV = 'production';
const { build } = await import('vitepress');

const HERE = fileURLToPath(new URL('..', import.meta.url));
const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));
const SITE = join(HERE, `.cache/site-${process.pid}`);
const BUILT = join(SITE, '.vitepress/dist');

process.on('exit', () => rmSync(SITE, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(143));

const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const all = sitePages();
const pages = all.filter(({ path }) => !isLeftOut(path));
for (const { path, source } of pages) write(join(SITE, path), source);
write(join(SITE, '.vitepress/config.ts'), "export { default } from '../../../src/config.ts';\n");
write(join(SITE, '.vitepress/theme/index.ts'), "export { default } from '../../../../src/theme/index.ts';\n");
write(join(SITE, 'public/llms.txt'), contentsForPrograms(all));
cpSync(join(DOCS, 'images'), join(SITE, 'public/images'), { recursive: true });
cpSync(join(DOCS, 'webhook-vectors.json'), join(SITE, 'public/webhook-vectors.json'));
cpSync(join(HERE, '../console/src/icon.svg'), join(SITE, 'public/icon.svg'));

await build(SITE);

for (const { path, markdown } of pages) write(join(BUILT, path), markdown);
const hashes = compressAll();
// The scripts that stand in the pages, for their policy.
write(join(BUILT, 'scripts.txt'), [...hashes].join('\n'));
exchange();

/** Compresses every text, and returns the hashes of the scripts within pages. */
function compressAll(): Set<string> {
  const found = new Set<string>();
  for (const name of readdirSync(BUILT, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:html|js|css|svg|md|txt|json)$/.test(name)) continue;
    const bytes = readFileSync(join(BUILT, name));
    if (name.endsWith('.html'))
      for (const [, script = ''] of bytes
        .toString()
        .matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs))
        found.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    writeFileSync(join(BUILT, `${name}.gz`), gzipSync(bytes));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    writeFileSync(join(BUILT, `${name}.br`), brotliCompressSync(bytes, { params }));
  }
  return found;
}

function exchange(): void {
  const place = join(HERE, 'dist');
  const old = join(SITE, 'old');
  if (existsSync(place)) renameSync(place, old);
  renameSync(BUILT, place);
}
