// Builds the program of the current app, whose types were checked before: dist/main.js, and what that loads later. Few
// files are read in a fraction of the time and memory of two thousand.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const dist = join(process.cwd(), 'dist');
/** Others' packages of which an app needs a part, in hundreds of files. All others are loaded from where they are installed. */
const TAKEN_IN = ['typebox'];

/** Seen from dist, in the image too. */
const fromDist = (path) => relative(dist, path).replace(/^(?!\.)/, './');

const places = {
  name: 'places',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^/]/ }, async ({ path, pluginData, importer, kind, resolveDir }) => {
      if (pluginData === 'resolving' || kind === 'entry-point' || path.startsWith('node:')) return;
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: 'resolving' });
      if (found.errors.length > 0 || found.external) return found;
      // What nobody uses of these is left out.
      const [name] = /^(@[^/]+\/)?[^/]+/.exec(path);
      if (/^\.|^@service\//.test(path) || TAKEN_IN.includes(name))
        return { path: found.path, sideEffects: false };
      const [owner] = /^[^/]+\/[^/]+/.exec(relative(root, importer));
      const inside = found.path.split(`/node_modules/${name}/`).at(-1);
      return { path: fromDist(join(root, owner, 'node_modules', name, inside)), external: true };
    });
  },
};

/** What lies beside a file is where tsc puts that file. */
const ownFiles = {
  name: 'own-files',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const built = path.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
      const url = `new URL(${JSON.stringify(fromDist(built))}, import.meta.url).href`;
      const source = (await readFile(path, 'utf8')).replaceAll('import.meta.url', url);
      const isClient = path.endsWith('generated/internal/class.ts');
      return { contents: isClient ? await withCompiler(source) : source, loader: 'ts' };
    });
  },
};

/** Prisma's query compiler becomes a file of its own: as text in a module it would stay in memory, twice. */
async function withCompiler(source) {
  const { resolve } = createRequire(join(root, 'packages/db/package.json'));
  const [loading, module] =
    /const \{ wasm \} = await import\("(.*)\.mjs"\)\s*return await decodeBase64AsWasm\(wasm\)/.exec(source) ??
    [];
  if (!loading) throw new Error('The generated client loads its query compiler in another way');
  const { wasm } = createRequire(import.meta.url)(resolve(`${module}.js`));
  await writeFile(join(dist, 'query-compiler.wasm'), Buffer.from(wasm, 'base64'));
  const reading = `const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(new URL('./query-compiler.wasm', import.meta.url)));`;
  return source.replace(loading, reading);
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await build({
  absWorkingDir: root,
  entryPoints: [join(process.cwd(), 'src/main.ts')],
  outdir: dist,
  bundle: true,
  // Comments stay in memory as long as the program does; names, and with the maps lines, are those of the source.
  minifyWhitespace: true,
  splitting: true,
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['source'],
  sourcemap: true,
  sourcesContent: false,
  plugins: [places, ownFiles],
  logLevel: 'warning',
});
