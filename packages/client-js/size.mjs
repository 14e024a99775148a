// `npm run size`: what the main entry costs a web page that uses all of it.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * The main entry bundled for browsers; fails when it needs anything that they don't have.
 * @returns {Promise<{ minified: number, gzipped: number, code: string }>} sizes in bytes
 */
export async function weigh(entry = 'src/index.ts') {
  const { outputFiles } = await build({
    absWorkingDir: dirname(fileURLToPath(import.meta.url)),
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
  });
  const code = outputFiles[0].text;
  return { minified: Buffer.byteLength(code), gzipped: gzipSync(code).length, code };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { minified, gzipped } = await weigh();
  console.log(`@service/client-js: ${minified} bytes minified, ${gzipped} gzipped`);
}
