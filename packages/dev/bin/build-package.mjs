// Builds the package of the current folder, which others install: dist/esm and dist/cjs, one file for each entry by
// esbuild, declarations by tsc. The entries are what the `source` conditions of package.json's exports name.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const folder = process.cwd();
const dist = join(folder, 'dist');
const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const entryPoints = Object.values(exports).map(({ source }) => source);
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(dist, { recursive: true, force: true });
for (const format of ['esm', 'cjs']) {
  await build({
    absWorkingDir: folder,
    entryPoints,
    outdir: `dist/${format}`,
    bundle: true,
    packages: 'external',
    format,
    platform: 'node',
    target: 'es2022',
    sourcemap: true,
    sourcesContent: true,
    logLevel: 'warning',
  });
}
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: folder, stdio: 'inherit' });
placeDeclarations(join(dist, 'esm'), join(dist, 'cjs'));
// The nearest package.json says what a .js file is, for Node and for TypeScript.
writeFileSync(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');

/** For both kinds; and by the names that their imports have there, which tsc leaves as those of the sources. */
function placeDeclarations(esm, cjs) {
  mkdirSync(cjs, { recursive: true });
  for (const entry of readdirSync(esm, { withFileTypes: true })) {
    const [from, to] = [join(esm, entry.name), join(cjs, entry.name)];
    if (entry.isDirectory()) placeDeclarations(from, to);
    if (!entry.name.endsWith('.d.ts')) continue;
    const text = readFileSync(from, 'utf8').replace(/((?:from|import\() ?')(\.[^']+)\.ts'/g, "$1$2.js'");
    for (const file of [from, to]) writeFileSync(file, text);
  }
}
