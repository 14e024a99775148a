// Builds dist/esm and dist/cjs: one file for each entry by esbuild, declarations by tsc. Prints what the main entry weighs.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { weigh } from './size.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(dist, { recursive: true, force: true });
for (const [folder, format] of [
  ['esm', 'esm'],
  ['cjs', 'cjs'],
]) {
  await build({
    absWorkingDir: here,
    entryPoints: ['src/index.ts', 'src/webhooks.ts'],
    outdir: `dist/${folder}`,
    bundle: true,
    format,
    platform: 'node',
    target: 'es2022',
    sourcemap: true,
    logLevel: 'warning',
  });
}
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: here, stdio: 'inherit' });
placeDeclarations(join(dist, 'esm'), join(dist, 'cjs'));
// The nearest package.json says what a .js file is, for Node and for TypeScript.
writeFileSync(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');

const { minified, gzipped } = await weigh();
console.log(`@service/client-js for browsers: ${minified} bytes minified, ${gzipped} gzipped`);

/** For both kinds; and by the names that their imports have there, which tsc leaves as those of the sources. */
function placeDeclarations(esm, cjs) {
  mkdirSync(cjs, { recursive: true });
  for (const entry of readdirSync(esm, { withFileTypes: true })) {
    const [from, to] = [join(esm, entry.name), join(cjs, entry.name)];
    if (entry.isDirectory()) placeDeclarations(from, to);
    if (!entry.name.endsWith('.d.ts')) continue;
    const text = readFileSync(from, 'utf8').replace(/(from ')(\.[^']+)\.ts'/g, "$1$2.js'");
    for (const file of [from, to]) writeFileSync(file, text);
  }
}
