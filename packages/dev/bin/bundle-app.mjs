// Builds the program of the current app, whose types were checked before: dist/main.js, and what that loads later. Few
// files are read in a fraction of the time and memory of two thousand.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const dist = join(process.cwd(), 'dist');
/**
 * Others' packages that are read in hundreds of files, of which an app needs a part; with what they need. All others are
 * loaded from where they are installed: what is rarely needed, has programs or binaries of its own, or is of one file.
 */
const TAKEN_IN = [
  '@opentelemetry/api',
  'ajv',
  'ajv-formats',
  'bullmq',
  'express',
  'got',
  'jsonwebtoken',
  'jsvat',
  'prom-client',
  'rate-limiter-flexible',
  'semver',
  'typebox',
];
const ES_MODULES = ['got', 'typebox'];
/** Packages that those need and that the project has anyway. */
const SHARED = { ioredis: 'packages/jobs', pg: 'packages/jobs' };

/** Seen from dist, in the image too. */
const fromDist = (path) => relative(dist, path).replace(/^(?!\.)/, './');

const places = {
  name: 'places',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^/]/ }, async ({ path, pluginData, importer, kind, resolveDir }) => {
      if (pluginData === 'resolving' || kind === 'entry-point' || path.startsWith('node:')) return;
      const [name] = /^(@[^/]+\/)?[^/]+/.exec(path);
      const [, within] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(importer) ?? [];
      if (within && within !== 'bullmq' && !SHARED[name]) return;
      const owner = within ? SHARED[name] : /^[^/]+\/[^/]+/.exec(relative(root, importer))[0];
      const from = SHARED[name] && within ? join(root, owner) : resolveDir;
      const found = await resolve(path, { importer, kind, resolveDir: from, pluginData: 'resolving' });
      // A package that BullMQ can do without where it isn't installed.
      if (within && found.errors.length > 0) return { path, external: true };
      if (found.errors.length > 0 || found.external) return found;
      // CommonJS that is loaded later would lose its names.
      const isTakenIn = (kind === 'dynamic-import' ? ES_MODULES : TAKEN_IN).includes(name);
      // Unused parts of these are left out; of BullMQ's CommonJS none could be.
      if (/^\.|^@service\//.test(path) || isTakenIn)
        return { path: found.path.replace('/bullmq/dist/cjs/', '/bullmq/dist/esm/'), sideEffects: false };
      if (within && !SHARED[name]) return;
      const inside = found.path.split(`/node_modules/${name}/`).at(-1);
      return { path: fromDist(join(root, owner, 'node_modules', name, inside)), external: true };
    });
  },
};

/** Files of our own stay separate where tsc puts them. */
const ownFiles = {
  name: 'own-files',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const built = path.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
      const url = `new URL(${JSON.stringify(fromDist(built))}, import.meta.url).href`;
      const source = await readFile(path, 'utf8');
      return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await build({
  absWorkingDir: root,
  entryPoints: [join(process.cwd(), 'src/main.ts')],
  outdir: dist,
  bundle: true,
  // Comments stay in memory as long as the program does. Names are those of the source, and `commerce trace` finds its lines.
  minifyWhitespace: true,
  splitting: true,
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['source'],
  // CommonJS that is bundled loads Node's own modules by it.
  banner: {
    js: "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);",
  },
  sourcemap: true,
  sourcesContent: false,
  plugins: [places, ownFiles],
  logLevel: 'warning',
});
