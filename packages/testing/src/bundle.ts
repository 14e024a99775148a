import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';

export type App = 'api' | 'worker' | 'cli';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let bundled: Promise<string> | undefined;

/**
 * Returns the path of an app's program: its real source in one file, made once in each test process. Loading hundreds of
 * TypeScript files takes a process more than twice the time, and tests start about a hundred.
 */
export async function programOf(app: App): Promise<string> {
  bundled ??= bundleApps();
  return join(await bundled, app === 'worker' ? 'worker.cjs' : `${app}.mjs`);
}

async function bundleApps(): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), 'commerce-apps-'));
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  const options: BuildOptions = {
    absWorkingDir: ROOT,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    keepNames: true,
    plugins: [OTHERS_PACKAGES, OWN_PLACES],
    logLevel: 'warning',
  };
  await Promise.all([
    build({
      ...options,
      entryPoints: {
        api: 'apps/api/src/main.ts',
        main: 'apps/worker/src/main.ts',
        cli: 'apps/cli/src/main.ts',
      },
      format: 'esm',
      outExtension: { '.js': '.mjs' },
    }),
    build({
      ...options,
      entryPoints: { worker: 'apps/worker/src/start.cts' },
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
    }),
  ]);
  return outdir;
}

/** They are loaded from where they are installed, each in the version of the package that imports it. */
const OTHERS_PACKAGES: Plugin = {
  name: 'others-packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...at }) => {
      if (pluginData === 'resolving' || path.startsWith('node:') || path.startsWith('@service/')) return;
      if (at.kind === 'entry-point') return;
      const { importer, kind, resolveDir } = at;
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: 'resolving' });
      return found.errors.length > 0 || found.external ? found : { path: found.path, external: true };
    });
    // The worker's first file loads the rest when it has set the environment.
    onResolve({ filter: /^\.\/main\.ts$/ }, ({ importer }) =>
      importer.endsWith('start.cts') ? { path: './main.mjs', external: true } : undefined,
    );
  },
};

/** A file that reads what lies beside it finds it beside its source. */
const OWN_PLACES: Plugin = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};
